import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { sqlEditor } from '../../../local/backend/sql-editor.ts';
import { passTime } from '../../../local/pass-time.ts';
import type { SessionKind } from '../../../src/domain/bookings/session-kinds.ts';
import { zonedTime } from '../../../src/domain/words/dates.ts';
import { superValue } from '../../packs.ts';
import { toPaise } from '../../../src/domain/words/money.ts';
import { packById } from '../../../src/domain/packs/packs.ts';
import { readCalendar } from './mail.ts';
import { addOrder, newPaymentId } from './orders.ts';
import { stack } from './stack.ts';

/** The database as its owner, as in Supabase's SQL editor: what a person of the team does there. */
export const editor = sqlEditor(stack.backend, stack.secretKey);

const hour = 60 * 60_000;

/** A time to book, with a mentor of its own, by whose name a test finds it among those of other tests. */
export type TestSlot = {
  id: string;
  mentor: string;
  /** The mentor's address. */
  email: string;
  startsAt: string;
  day: string;
  time: string;
};

const slotRow = v.tuple([v.object({ id: v.string(), starts_at: v.string() })]);

/** A time that begins in so many hours, on the full minute. */
export async function openSlot(
  kind: SessionKind,
  inHours: number,
  { minutes = 45 } = {},
): Promise<TestSlot> {
  const name = `Mentor ${crypto.randomUUID().slice(0, 8)}`;
  const email = `${crypto.randomUUID()}@example.com`;
  const begins = new Date(Math.floor((Date.now() + inHours * hour) / 60_000) * 60_000);
  const [{ id, starts_at }] = v.parse(
    slotRow,
    await editor(
      `insert into private.slots (kind, mentor_id, starts_at, minutes)
       select $1, operations.add_mentor($2, 'IIM Ahmedabad', $5,
         'https://meet.example.com/' || md5($2)), $3::timestamptz, $4::integer
       returning id, starts_at`,
      kind,
      name,
      begins.toISOString(),
      minutes,
      email,
    ),
  );
  const startsAt = new Date(starts_at).toISOString();
  return { id, mentor: name, email, startsAt, ...zonedTime(startsAt) };
}

/** Gives a member a paid pack; resolves to its order. */
export async function addPack(memberId: string, id: string = superValue.id): Promise<string> {
  const pack = packById(id) ?? superValue;
  return addOrder(
    memberId,
    { pack: pack.id, amount: toPaise(pack.price), status: 'paid' },
    newPaymentId(),
  );
}

const bookingRow = v.tuple([v.object({ id: v.string() })]);

/** Books a slot for a member, as the page would. */
export async function addBooking(memberId: string, order: string, slot: string): Promise<string> {
  const [{ id }] = v.parse(
    bookingRow,
    await editor(
      'insert into private.bookings (member_id, slot_id, order_id) values ($1, $2, $3) returning id',
      memberId,
      slot,
      order,
    ),
  );
  return id;
}

/** Lets time pass for one slot and its bookings: it starts in so many hours, or started that long ago. */
export const startIn = (slot: string, hours: number) => passTime(editor, slot, hours);

/** The session of this name that the page shows among the coming or the past ones. */
export function sessionWith(page: Page, mentor: string) {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `With ${mentor}` });
}

/** Chooses a time in the picker. */
export async function chooseTime(page: Page, { day, mentor }: TestSlot): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${day}, \\d+ time`) }).check();
  await page.getByRole('radio', { name: new RegExp(mentor) }).check();
}

/** Presses 'Add to calendar' at a session; resolves to what a calendar reads in the file. */
export async function addToCalendar(page: Page, mentor: string) {
  const downloading = page.waitForEvent('download');
  await sessionWith(page, mentor).getByRole('button', { name: 'Add to calendar' }).click();
  const download = await downloading;
  return {
    name: download.suggestedFilename(),
    ...readCalendar(await readFile(await download.path(), 'utf8')),
  };
}
