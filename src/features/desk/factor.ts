import { cleanCode } from '../../domain/words/typed-text.ts';
import { serverNow } from '../../lib/clock.ts';
import { loadSupabase } from '../../lib/supabase.ts';

/** What an authenticator app needs: an address to scan, or a secret to type. */
export type Enrolment = { id: string; uri: string; secret: string };

/** Starts setting up an authenticator, and removes unfinished ones. */
export async function enrol(): Promise<Enrolment> {
  const { auth } = await loadSupabase();
  const listed = await auth.mfa.listFactors();
  if (listed.error) throw listed.error;
  for (const { id, status } of listed.data.all) {
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id });
  }
  const friendlyName = `Authenticator ${new Date(serverNow()).toISOString().slice(0, 16)}`;
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, uri: data.totp.uri, secret: data.totp.secret };
}

/** Sends a code from one authenticator. Resolves to whether the code is correct. */
async function enterFor(factorId: string, code: string): Promise<boolean> {
  const { auth } = await loadSupabase();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error && error.status !== 422 && error.status !== 400) throw error;
  return error === null;
}

/**
 * The six digits in a typed code, in any script, with any characters between them, or within a sentence that contains
 * no other group of six digits. Undefined for any other text.
 */
export function sixDigits(typed: string): string | undefined {
  const code = cleanCode(typed);
  const numbers = /\p{L}/u.test(code) ? (code.match(/\d(?:[ .-]?\d)*/g) ?? []) : [code];
  const [found, ...others] = numbers
    .map((number) => number.replaceAll(/\D/g, ''))
    .filter((digits) => digits.length === 6);
  return others.length === 0 ? found : undefined;
}

/**
 * Sends the six digits that an authenticator shows. Resolves to whether they are correct. Throws if the service does
 * not answer.
 */
export async function enterCode(typed: string, enrolled?: string): Promise<boolean> {
  const code = sixDigits(typed) ?? '';
  if (enrolled !== undefined) return enterFor(enrolled, code);
  const { auth } = await loadSupabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  for (const { id } of data.totp) if (await enterFor(id, code)) return true;
  return false;
}
