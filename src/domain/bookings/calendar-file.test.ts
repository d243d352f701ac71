import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { names } from '../../../tests/samples/typed.ts';
import { calendarFile, type CalendarEvent } from './calendar-file.ts';

const asha = { name: 'Asha Rao', email: 'asha@example.com' };

const session: CalendarEvent = {
  method: 'REQUEST',
  id: '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54',
  sequence: 2,
  startsAt: '2026-11-25T10:00:00+05:30',
  endsAt: '2026-11-25T10:45:00+05:30',
  madeAt: new Date('2026-11-22T08:00:00Z'),
  title: 'Mock interview with Meera, IIM Ahmedabad',
  text: 'Join from your page; it opens ten minutes before.\nSee you there.',
  site: 'https://admitcircle.example',
  page: '/dashboard/sessions',
  organiser: { name: 'AdmitCircle', email: 'support@admitcircle.example' },
  attendee: asha,
};

function read(file: string) {
  const calendar = ICAL.Component.fromString(file);
  const [component, ...others] = calendar.getAllSubcomponents('vevent');
  if (!component) throw new Error('There is no event.');
  return { calendar, component, event: new ICAL.Event(component), others };
}

/** The alarms of a calendar entry, relative to its start. */
const alarmsOf = (one: ICAL.Component) =>
  one.getAllSubcomponents('valarm').map((ring) => String(ring.getFirstPropertyValue('trigger')));

test('§15.40 a session’s calendar file is a request from us to one attendee, with the time in UTC', () => {
  const { calendar, component, event, others } = read(calendarFile(session));
  expect(others).toEqual([]);
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  expect(event.uid).toBe('0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54@admitcircle.example');
  expect(event.sequence).toBe(2);
  expect(String(component.getFirstPropertyValue('dtstart'))).toBe('2026-11-25T04:30:00Z');
  expect(String(component.getFirstPropertyValue('dtend'))).toBe('2026-11-25T05:15:00Z');
  expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-22T08:00:00Z');
  expect(event.summary).toBe(session.title);
  const page = 'https://admitcircle.example/dashboard/sessions';
  expect(event.description).toBe(`${session.text}\n${page}`);
  expect(event.location).toBe(page);
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(component.getFirstPropertyValue('url')).toBe(page);
  expect(alarmsOf(component)).toEqual(['-PT1H', '-PT10M']);
  expect(component.getFirstPropertyValue('organizer')).toBe('mailto:support@admitcircle.example');
  expect(event.attendees.map((one) => one.getFirstValue())).toEqual(['MAILTO:asha@example.com']);
  expect(event.attendees[0]?.getParameter('cn')).toBe('Asha Rao');
});

test('§15.40 a mentor’s calendar entry without a page has neither a link nor an alarm', () => {
  const { page: _, ...mentors } = session;
  const { component, event } = read(calendarFile(mentors));
  expect(event.uid).toContain('@admitcircle.example');
  expect(event.description).toBe(session.text);
  for (const name of ['url', 'location']) expect(component.hasProperty(name), name).toBe(false);
  expect(alarmsOf(component)).toEqual([]);
});

test('§15.40 a downloaded calendar file uses METHOD:PUBLISH and invites no one', () => {
  const { attendee: _, ...downloaded } = session;
  const { calendar, component, event } = read(calendarFile({ ...downloaded, method: 'PUBLISH' }));
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(event.uid).toBe(read(calendarFile(session)).event.uid);
  expect(event.sequence).toBe(session.sequence);
  expect(event.attendees).toEqual([]);
  expect(component.getFirstPropertyValue('organizer')).toBe('mailto:support@admitcircle.example');
  expect(alarmsOf(component)).toEqual(['-PT1H', '-PT10M']);
});

test('§15.40 a cancellation removes the calendar entry with the session’s UID', () => {
  const { calendar, component, event } = read(
    calendarFile({ ...session, method: 'CANCEL', sequence: 3 }),
  );
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(alarmsOf(component)).toEqual([]);
  expect(event.uid).toBe(read(calendarFile(session)).event.uid);
  expect(event.sequence).toBe(3);
});

test.for([
  'Asha\r\nATTENDEE:mailto:other@example.com',
  'A "quoted" name',
  'a; b, c: d\\n',
  '🙂'.repeat(60),
])('the name %j cannot add a line to the calendar file', (name) => {
  const { event, others } = read(
    calendarFile({ ...session, title: `With ${name}`, attendee: { ...asha, name } }),
  );
  expect(others).toEqual([]);
  expect(event.attendees.map((one) => one.getFirstValue())).toEqual(['MAILTO:asha@example.com']);
  expect(event.uid).toContain('@admitcircle.example');
});

test('an attendee without a name is listed under the email address', () => {
  const attendee = { ...asha, name: '' };
  const { event } = read(calendarFile({ ...session, attendee }));
  expect(event.attendees[0]?.getParameter('cn')).toBe('asha@example.com');
});

test.each(names)(
  '§5.52 §15.40 the name %s keeps its joining characters in the calendar file',
  (name) => {
    const attendee = { ...asha, name };
    const { event } = read(
      calendarFile({ ...session, attendee, title: `Mock interview with ${name}` }),
    );
    expect(event.attendees[0]?.getParameter('cn')).toBe(name.normalize());
    expect(event.summary).toBe(`Mock interview with ${name.normalize()}`);
  },
);
