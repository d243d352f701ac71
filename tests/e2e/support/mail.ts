import ICAL from 'ical.js';
import { expect } from 'playwright/test';
import { runScheduled } from '../../../local/schedule.ts';
import { mailOf, stack } from './stack.ts';

/** Lets the site send its waiting emails; resolves to an address’s newest email with this text in its subject. */
export async function newMail(address: string, subject: string | RegExp) {
  const fits = (text: string) =>
    typeof subject === 'string' ? text.includes(subject) : subject.test(text);
  const found: Awaited<ReturnType<typeof mailOf>> = [];
  const look = async () => {
    await runScheduled('mail', stack.site);
    found.push(...(await mailOf(address)).filter((mail) => fits(mail.subject)));
    return found.length;
  };
  const message = `an email to ${address}: ${String(subject)}`;
  await expect.poll(look, { message }).toBeGreaterThan(0);
  const [newest] = found;
  if (!newest) throw new Error('The email is gone.');
  return newest;
}

/** The link in an email whose address contains this text. */
export function linkIn(mail: { links: string[] }, part: string): string {
  const link = mail.links.find((one) => one.includes(part));
  if (link === undefined) throw new Error(`The email has no link with ${part}.`);
  return link;
}

/** The event that a calendar reads from a file. */
export function readCalendar(text: string) {
  const calendar = ICAL.Component.fromString(text);
  const [component] = calendar.getAllSubcomponents('vevent');
  if (!component) throw new Error('There is no event.');
  const event = new ICAL.Event(component);
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    organiser: component.getFirstPropertyValue('organizer'),
    attendees: event.attendees.map((attendee) => attendee.getFirstValue()),
    text,
  };
}
