/** Accounts whose addresses are confirmed by email, as on a deployed site. */
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../local/free-ports.ts';
import { startMailbox } from '../../local/mailbox/start.ts';
import { exportMember } from '../../functions/_lib/personal-data/member-export.ts';
import { newClient, PASSWORD, startTestBackend } from './support/backend.ts';
import { newAddress } from '../samples/people.ts';

const backend = await startTestBackend({ confirmEmail: true });
const mailboxPort = await freePort();
const mailbox = await startMailbox({ port: mailboxPort, smtpPort: backend.smtpPort });
afterAll(async () => {
  await backend.stop();
  await mailbox.stop();
});

const mails = v.array(v.object({ subject: v.string(), links: v.array(v.string()) }));
const purposes = v.picklist(['email', 'email_change']);

/** Presses the button behind the link in the only email with this subject. */
async function answerMail(address: string, subject: string) {
  const reply = await fetch(`http://127.0.0.1:${mailboxPort}/api/messages?to=${address}`);
  const matching = v.parse(mails, await reply.json()).filter((mail) => mail.subject === subject);
  expect(matching).toHaveLength(1);
  const link = new URL(matching[0]?.links[0] ?? '');
  const given = new URLSearchParams(link.hash.slice(1));
  return newClient(backend.url, backend.keys.publishableKey).auth.verifyOtp({
    token_hash: given.get('token_hash') ?? '',
    type: v.parse(purposes, given.get('type')),
  });
}

/** Signs up with a new address, confirms it from the email and logs in. */
async function confirmedMember() {
  const client = newClient(backend.url, backend.keys.publishableKey);
  const email = newAddress();
  const account = { email, password: PASSWORD };
  const { data } = await client.auth.signUp(account);
  expect(data.session).toBeNull();
  expect((await client.auth.signInWithPassword(account)).error?.code).toBe('email_not_confirmed');

  const { error } = await answerMail(email, 'Confirm your email for AdmitCircle');
  expect(error).toBeNull();
  expect((await client.auth.signInWithPassword(account)).error).toBeNull();
  return { client, email };
}

test('Y6 a member’s export says when the address changed', async () => {
  const { client, email } = await confirmedMember();
  expect(await exportMember(backend.service, email)).toMatchObject({ addressChangedAt: null });
  const before = Date.now();
  const second = newAddress();
  await client.auth.updateUser({ email: second });
  await answerMail(email, 'Confirm your new email for AdmitCircle');
  const { addressChangedAt } = v.parse(
    v.object({ addressChangedAt: v.string() }),
    await exportMember(backend.service, second),
  );
  expect(Date.parse(addressChangedAt)).toBeGreaterThanOrEqual(before);
});
