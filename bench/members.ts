import { createClient, type Session } from '@supabase/supabase-js';
import type { BrowserContext, Page } from 'playwright';
import { sqlEditor } from '../local/backend/sql-editor.ts';
import { totp } from '../local/backend/totp.ts';
import { addSampleOwner, sampleOwner } from '../local/sample-owner.ts';
import { addSamples } from '../local/samples.ts';
import type { StackAddresses } from '../local/temporary-stack.ts';
import { storageKeys } from '../src/lib/storage-keys.ts';
import { overHttp, type Row } from '../tests/samples/caller.ts';
import { lakh, loansOn } from '../tests/samples/loans.ts';
import { refundsOn } from '../tests/samples/refunds.ts';

/** A stack's backend and its keys. */
type Backend = Pick<StackAddresses, 'backend' | 'publishableKey' | 'secretKey'>;

const clientOf = ({ backend, publishableKey }: Backend) =>
  createClient(backend, publishableKey, { auth: { persistSession: false } });

/** Signs up a new member. Resolves to the session that would be stored at a login. */
export async function newSession(stack: Backend): Promise<Session> {
  const { data, error } = await clientOf(stack).auth.signUp({
    email: `${crypto.randomUUID()}@example.com`,
    password: 'a long password',
    options: { data: { firstname: 'Asha', lastname: 'Rao' } },
  });
  if (!data.session) throw error ?? new Error('The sign-up returned no session.');
  return data.session;
}

/**
 * Signs up a member with a pack and a booked session, another pack with a refund request, and a place in a loan group
 * with offers. Also adds free times for sixty days and some material. `says` contains, for each page, a text that
 * appears only in this member's data.
 */
export async function newBusyMember(stack: Backend) {
  const session = await newSession(stack);
  const { id } = session.user;
  const here = overHttp(stack.backend, stack);
  here.know({ id, token: session.access_token });
  await addSamples(here.sql);
  await here.sql(`select operations.open_slots(
    id, 'interview', array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], time '14:00', 45, today, today + 59
  )
  from private.mentors, lateral (select (now() at time zone 'Asia/Kolkata')::date as today) as days
  where name like 'Sample mentor%'`);

  const samples = refundsOn(here);
  const pack = await samples.newPack(id);
  await samples.newPack(id, 'single');
  const returned = await samples.newPack(id, 'single');
  const mentor = `Mentor ${crypto.randomUUID().slice(0, 8)}`;
  const slot = await samples.newSlot(50, { mentor: await samples.newMentor({ name: mentor }) });
  await samples.book(id, slot, pack);
  const { number } = await samples.ask(id, returned);

  const loans = loansOn(here);
  await loans.proveAddress(id);
  const programme = `PGP ${crypto.randomUUID().slice(0, 8)}`;
  for (const rate of [9.5, 9.9, 10.4]) {
    await loans.newOffer({ rate, lender: await loans.newLender() });
  }
  await loans.join(id, { p_programme: programme, p_amount: 20 * lakh });

  const { items } = await samples.call<{ items: Row[] }>(id, 'my_material');
  return {
    session,
    says: {
      main: pack.payment,
      sessions: mentor,
      loan: programme,
      refunds: number,
      profile: 'Asha',
      material: String(items[0]?.['title']),
    },
  };
}

/** Opens the desk for the sample owner with the password and the authenticator code. Resolves to the session. */
export async function newOwnerSession(stack: Backend): Promise<Session> {
  const { backend, publishableKey, secretKey } = stack;
  await addSampleOwner(backend, publishableKey, sqlEditor(backend, secretKey));
  const { auth } = clientOf(stack);
  const { email, password, secret } = sampleOwner;
  const { data, error } = await auth.signInWithPassword({ email, password });
  const [factor] = data.user?.factors ?? [];
  if (!factor) throw error ?? new Error('The sample owner has no authenticator.');
  const code = totp(secret, new Date());
  const entered = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (entered.error) throw entered.error;
  const opened = await auth.getSession();
  if (!opened.data.session) throw new Error('The code of the sample owner opened no session.');
  return opened.data.session;
}

/** Logs a member in on a page, or on all pages of a context, from the next load on. */
export async function signIn(browser: BrowserContext | Page, session: Session): Promise<void> {
  await browser.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    storageKeys.session,
    JSON.stringify(session),
  ] as const);
}
