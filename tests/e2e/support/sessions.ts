import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';
import type { PackId } from '../../../src/domain/packs/packs.ts';
import type { SessionKind } from '../../../src/domain/bookings/session-kinds.ts';
import { dayAndTime } from '../../../src/domain/words/dates.ts';
import { bookingsOn } from '../../samples/bookings.ts';
import { newAddress } from '../../samples/people.ts';
import { readCalendar } from './mail.ts';
import { here } from './stack.ts';

export const samples = bookingsOn(here);

/** A time with a unique mentor, by whose name a test finds the time among other tests’ times. */
export type TestSlot = {
  id: string;
  mentor: string;
  /** The mentor’s email address. */
  email: string;
  startsAt: string;
  day: string;
  time: string;
};

export async function slotOf(slot: Pick<TestSlot, 'id' | 'mentor' | 'email'>): Promise<TestSlot> {
  const starts = await samples.one<string>('select starts_at from private.slots where id = $1', [
    slot.id,
  ]);
  const startsAt = new Date(starts).toISOString();
  return { ...slot, startsAt, ...dayAndTime(startsAt) };
}

/** A time that starts in this many hours, on the full minute. */
export async function openSlot(kind: SessionKind, inHours: number): Promise<TestSlot> {
  const name = `Mentor ${crypto.randomUUID().slice(0, 8)}`;
  const email = newAddress();
  const meetingUrl = `https://meet.example.com/${name.replace(' ', '-')}`;
  const mentor = await samples.newMentor({ name, email, meetingUrl });
  const id = await samples.newSlot(inHours, { kind, minutes: 45, mentor, precision: 'minute' });
  return slotOf({ id, mentor: name, email });
}

/** Gives a member a paid pack; resolves to its order. */
export const addPack = async (member: string, pack?: PackId): Promise<string> =>
  (await samples.newPack(member, pack)).order;

/** Books a slot for a member; resolves to the booking. */
export const addBooking = async (member: string, order: string, slot: string): Promise<string> =>
  (await samples.book(member, slot, { order })).id;

export const { startIn } = samples;

/** The session with this mentor, among the upcoming or the past sessions. */
export function sessionWith(page: Page, mentor: string) {
  return (
    page
      .getByRole('main')
      .getByRole('listitem')
      // With this case, because a session that was moved also names its former mentor: 'Moved from ..., with Meera'.
      .filter({ hasText: new RegExp(`With ${mentor}`) })
  );
}

export async function chooseTime(page: Page, { day, mentor }: TestSlot): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${day}, \\d+ time`) }).check();
  await page.getByRole('radio', { name: new RegExp(mentor) }).check();
}

/** A thumb that counts its presses. */
export function thumb() {
  let presses = 0;
  return {
    press: async (control: Locator) => {
      presses += 1;
      await control.click();
    },
    presses: () => presses,
  };
}

/** Books the only interview on a day, from the page that says ‘Book a session’. */
export async function bookInterview(
  page: Page,
  { press }: ReturnType<typeof thumb>,
  { day, mentor }: TestSlot,
): Promise<void> {
  // The nearest day may belong to another test.
  await page.getByRole('radio', { name: new RegExp(`^${day}, \\d+ time`) }).check();
  await press(page.getByRole('radio', { name: new RegExp(mentor) }));
  await press(page.getByRole('button', { name: 'Book this time' }));
  await expect(sessionWith(page, mentor)).toBeVisible();
}

/** Presses a button among the changes to a session, which are folded at first. */
export async function changeSession(
  page: Page,
  mentor: string,
  name: 'Change time' | 'Cancel session',
): Promise<void> {
  const session = sessionWith(page, mentor);
  const button = session.getByRole('button', { name });
  if (!(await button.isVisible()))
    await session.getByText(/^(?:Calendar, c|C)hange or cancel$/).click();
  await button.click();
}

/** Presses ‘Add to calendar’ for a session; resolves to the event in the file. */
export async function addToCalendar(page: Page, mentor: string) {
  const downloading = page.waitForEvent('download');
  await sessionWith(page, mentor).getByRole('button', { name: 'Add to calendar' }).click();
  const download = await downloading;
  return {
    name: download.suggestedFilename(),
    ...readCalendar(await readFile(await download.path(), 'utf8')),
  };
}
