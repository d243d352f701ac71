/** What emails about sessions say, and what they do in a calendar. */
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { gdRule } from '../../src/domain/bookings/gd-rule.ts';
import { lateReasons } from '../../src/domain/bookings/late-reasons.ts';
import { lasting } from '../../src/domain/periods.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { mentorTemplates } from '../../functions/_lib/mail/mentor-templates.ts';
import { sessionTemplates } from '../../functions/_lib/mail/session-templates.ts';
import {
  arrived,
  earlier,
  mailedToken,
  samples,
  seller,
  sender,
  siteUrl,
  written,
} from './mails.ts';

/** The events that a calendar reads from an email’s files. */
function calendarsOf(kind: string, changes: object = {}) {
  return (written(kind, changes).calendars ?? []).map(({ method, content }) => {
    const calendar = ICAL.Component.fromString(content);
    const [component] = calendar.getAllSubcomponents('vevent');
    if (!component) throw new Error('There is no event.');
    expect(calendar.getFirstPropertyValue('method')).toBe(method);
    const event = new ICAL.Event(component);
    return {
      method,
      uid: event.uid,
      sequence: event.sequence,
      start: String(component.getFirstPropertyValue('dtstart')),
      organiser: component.getFirstPropertyValue('organizer'),
      content,
    };
  });
}

const sessionKinds = [...Object.keys(sessionTemplates), ...Object.keys(mentorTemplates)];
const meeting = 'https://meet.example.com/meera';

test.for(sessionKinds.filter((kind) => 'ends_at' in (samples[kind] ?? {})))(
  '§15.35 the %s email shows Indian time and says so, even if the local date is different',
  (kind) => {
    expect(written(kind).text).toContain(
      'Friday, 27 November 2099, 12:00 am to 12:45 am (India time)',
    );
  },
);

test.for([
  ['session_booked', 'REQUEST', 2],
  ['session_moved', 'REQUEST', 2],
  ['session_mentor_changed', 'REQUEST', 2],
  ['session_cancelled', 'CANCEL', 2],
  ['session_called_off', 'CANCEL', 2],
] as const)(
  '§15.40 the %s email attaches a calendar file %s for the booking',
  ([kind, method, sequence]) => {
    expect(calendarsOf(kind)).toMatchObject([
      {
        ...{ method, sequence, organiser: `mailto:${sender}`, start: '2099-11-26T18:30:00Z' },
        uid: '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54@www.example.org',
        content: expect.stringContaining(`${siteUrl}/dashboard/sessions`),
      },
    ]);
  },
);

test.for([
  ['mentor_booked', 'REQUEST', 3],
  ['mentor_cancelled', 'CANCEL', 3],
  // Both emails describe the slot as it was, and a calendar accepts a cancellation only with a higher number.
  ['mentor_called_off', 'CANCEL', 4],
  ['mentor_replaced', 'CANCEL', 4],
] as const)(
  '§15.40 the %s email attaches a calendar file %s at the time of the mentor’s session',
  ([kind, method, sequence]) => {
    expect(calendarsOf(kind)).toMatchObject([
      {
        ...{ method, sequence, organiser: `mailto:${sender}` },
        uid: '6f1c2a34-0000-4000-8000-000000000002@www.example.org',
        // People share calendars, so a calendar has no link that acts for the mentor or opens the meeting.
        content: expect.not.stringMatching(/#|meet\.example|https?:/),
      },
    ]);
  },
);

test('§15.40 moving the last booking to a different time removes the earlier time from the mentor’s calendar', () => {
  expect(calendarsOf('mentor_moved')).toMatchObject([
    { method: 'REQUEST', sequence: 3, uid: expect.stringMatching(/^6f1c2a34-.*02@/) },
    {
      method: 'CANCEL',
      sequence: 4,
      uid: expect.stringMatching(/^6f1c2a34-.*05@/),
      start: '2099-11-24T04:30:00Z',
    },
  ]);
  const left = { from: { ...earlier, taken: 2 } };
  expect(calendarsOf('mentor_moved', left)).toMatchObject([{ method: 'REQUEST' }]);
  expect(written('mentor_moved', left).text).toContain(
    'You still have 2 members booked at the old time',
  );
});

test('§15.16 the email about a cancelled booking cancels the mentor’s session only if no one else has booked it', () => {
  const last = written('mentor_cancelled');
  expect(last.subject).toMatch(/^Cancelled:/);
  expect(last.text).not.toContain('/cancelsession#');
  const stays = { taken: 1 };
  expect(calendarsOf('mentor_cancelled', stays)).toEqual([]);
  const { subject, text } = written('mentor_cancelled', stays);
  expect(subject).toMatch(/^One booking cancelled:/);
  expect(text).toContain('You still have one member booked.');
  for (const link of [meeting, `${siteUrl}/cancelsession#`]) expect(text).toContain(link);
});

test.for(['session_moved', 'mentor_moved'])('§15.12 the %s email names the old time', (kind) => {
  expect(written(kind).text).toContain(
    'Old time: Tuesday, 24 November 2099, 10:00 am to 10:45 am (India time)',
  );
});

test('§15.36 both reminders say where the member joins, and the first one how long cancelling is free', () => {
  const day = written('reminder_day').text;
  const join = 'Join from your sessions page';
  for (const text of [day, written('reminder_hour').text]) expect(text).toContain(join);
  expect(day).toContain('until 26 November 2099, 12:00 am (India time) and keep your session');
});

test('§19.20 a calendar invitation names the sender of the email as its organiser', async () => {
  const { mail } = (await arrived('session_booked')) ?? {};
  const [invitation] = mail?.attachments ?? [];
  const content = invitation?.content;
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  expect(mail?.from?.address).toBe(sender);
  expect(text.replaceAll('\r\n ', '')).toMatch(new RegExp(`^ORGANIZER.*:mailto:${sender}$`, 'm'));
});

test.for([
  ['session_moved', {}, 'change'],
  ['session_cancelled', {}, 'delete'],
  ['session_cancelled', { reason: 'refund_asked', session_returned: false }, 'delete'],
  ['session_called_off', {}, 'delete'],
] as const)(
  '§15.96 the %s email with %j reminds the member of the copy in Google Calendar',
  ([kind, changes, what]) => {
    expect(written(kind, changes).text).toContain(
      `If you added this session to Google Calendar yourself, ${what} it there too.`,
    );
  },
);

test.for(['reminder_day', 'reminder_hour', 'feedback_ready', 'mentor_feedback'])(
  'the %s email does not change any calendar',
  (kind) => {
    expect(calendarsOf(kind)).toEqual([]);
  },
);

test('§15.23 the day-before email says whether the mentor has the member’s CV, and asks for it if not', () => {
  expect(written('reminder_day').text).toMatch(
    /You have not added your CV\..*Add your CV:\s+https:\S+\/dashboard\/sessions#files-/s,
  );
  const there = written('reminder_day', { has_cv: true }).text;
  expect(there).toMatch(/Your mentor has your CV.*Open your sessions:\s+https:/s);
  expect(there).not.toContain('Add your CV');
});

test('§15.14 the emails about a booked or moved GD say what becomes of it if too few people book', () => {
  for (const kind of ['session_booked', 'session_moved']) {
    expect(written(kind, { kind: 'gd' }).text).toContain(gdRule(4));
    expect(written(kind).text).not.toContain('fewer');
  }
  expect(gdRule(4)).toBe(
    'If fewer than four people have booked by twelve hours before the start, we cancel this GD and your session returns to your pack.',
  );
});

test.for(['session_booked', 'reminder_day'])(
  '§15.23 the %s email does not ask for a CV for a GD, but the reminder says that one is there',
  (kind) => {
    expect(written(kind, { kind: 'gd' }).text).not.toContain('CV');
    expect(written('reminder_day', { kind: 'gd', has_cv: true }).text).toContain('has your CV');
  },
);

test('§15.107 the email about a booking lists the member’s next steps with their links', () => {
  const { text, html } = written('session_booked');
  const first = '- Check that it is in your calendar.';
  expect(text).toMatch(/- .*calendar\.google\.com.*\n- Add your CV.*\n- Do the exercise/s);
  expect(text, 'the button').toContain(`Open your sessions:\n${siteUrl}/dashboard/sessions\n\n`);
  expect(text.match(/Add your CV:\s+\S+\/dashboard\/sessions#files-/g)).toHaveLength(1);
  expect(text).toContain('20991126T183000Z');
  expect(text, '§15.96').toContain('Google Calendar does not update a copy that you add yourself.');
  expect(text).toContain(`Open your exercise:\n${siteUrl}/dashboard/sessions#exercise`);
  expect(text).toContain('> Record one answer.\n> Listen to it.');
  expect(html).toContain('Record one answer.<br>Listen to it.');
  const ready = written('session_booked', { has_cv: true, exercise: null }).text;
  for (const said of [first, 'Open your sessions:\n']) expect(ready).toContain(said);
  expect(ready.match(/^- /gm)).toHaveLength(1);
  expect(ready).not.toMatch(/Add your CV|exercise/);
});

test('§15.107 the email about feedback begins with the exercise, if there is one', () => {
  const { text } = written('feedback_ready');
  expect(text).toMatch(/asks you to do this:\s+> Record one answer\..*Read your feedback:/s);
  expect(text.indexOf('> Record')).toBeLessThan(text.indexOf('When:'));
  const without = written('feedback_ready', { exercise: '' });
  expect(without.preview + without.text).not.toMatch(/exercise|do this/i);
});

test('§15.91 §15.92 an email about free times names the first time of each kind, and has a link to stop these emails', () => {
  const link = `${siteUrl}/unsubscribe#times=${mailedToken}`;
  const { subject, text, unsubscribe } = written('time_opened');
  expect(subject).toBe('Just opened: mock interview, 27 Nov, 12:00 am (India time)');
  expect(text).toMatch(
    /Mock interview: Friday, 27 November 2099, 12:00 am \(India time\), and 2 more/,
  );
  expect(text).toMatch(/Mock GD: Friday, 27 November 2099, 10:00 am \(India time\)\n/);
  expect(text).toContain(`${siteUrl}/dashboard/sessions#book`);
  expect(text).toContain(link);
  expect(unsubscribe).toBe(`${siteUrl}/api/unsubscribe?times=${mailedToken}`);
});

test('§15.13 the email about a booking gives the deadline for cancelling, or says that cancelling uses up the session', () => {
  expect(written('session_booked').text).toContain(
    'until 26 November 2099, 12:00 am (India time) and keep your session',
  );
  const late = { free_until: '2020-01-01T00:00:00+00:00' };
  expect(written('session_booked', late).text).toContain(
    'If you cancel now, the session counts as used',
  );
});

test.for([
  ['mentor', /Your mentor cannot make it\..*at least 30 days/s],
  ['too_few', /Too few people had booked.*at least 30 days/s],
  ['us', /We had to cancel it\..*at least 30 days/s],
  ['refunded', /We have refunded the session’s share of the price/],
  ['refund_asked', `${siteUrl}/dashboard/refunds`],
  ['pack_ended', /The pack is no longer valid/],
  ['account_closed', /has closed their account/],
] as const)(
  '§15.7 §17.5 the email about a cancellation because of %s says whether the member keeps the session',
  ([reason, words]) => {
    const { text } = written('session_called_off', { reason });
    expect(text).toMatch(words);
    const comesBack = ['mentor', 'too_few', 'us'].includes(reason);
    if (!comesBack) expect(text).not.toMatch(/30 days|keep your session/);
  },
);

test('§15.12 the email about a cancellation says whether the session returned to the pack', () => {
  const { text } = written('session_cancelled');
  expect(text).toContain('You keep your session and can book');
  expect(text).toMatch(/Book another time:\s+\S+\/dashboard\/sessions#book\s/);
  const late = written('session_cancelled', { session_returned: false });
  expect(late.text).toContain('The session counts as used');
  expect(late.text).not.toMatch(/keep|Book another time/);
  const serious = `If the reason was ${lateReasons}, write to ${seller.email}`;
  expect(late.text).toContain(serious);
  expect(text).not.toContain(serious);
});

test('§17.5 the email about a session used up by a refund request does not say that the member cancelled', () => {
  const ended = { session_returned: false, reason: 'refund_asked' };
  const { subject, preview, text } = written('session_cancelled', ended);
  const late = `less than ${lasting('cancel free')} before the start`;
  const used = 'The session counts as used, because';
  expect(text).toContain(`${used} you asked for a refund of the pack ${late}`);
  const second = written('session_cancelled', { ...ended, is_buyer: false });
  expect(second.text).toContain(
    `${used} the person who bought the pack asked for a refund ${late}`,
  );
  expect(subject + preview + text).not.toMatch(/you cancelled|if the reason/i);
});

test('§17.5 the email about a session cancelled for a refund says who asked, and only the pack’s buyer gets a link to the refund', () => {
  const refund = `${siteUrl}/dashboard/refunds`;
  const buyer = written('session_called_off', { reason: 'refund_asked' }).text;
  expect(buyer).toContain('You asked for a refund of the pack.');
  expect(buyer).toContain(refund);
  const second = written('session_called_off', { reason: 'refund_asked', is_buyer: false }).text;
  expect(second).toContain('The person who bought the pack has asked for a refund.');
  expect(second).not.toContain(refund);
});

test('§15.31 the email about a free interview cancelled after its last day does not promise another', () => {
  const { text, preview } = written('session_cancelled', { lapses: true });
  expect(text).toContain('it goes to the next student');
  expect(preview + text).not.toMatch(/keep|Book another time/);
  expect(written('free_interview_granted').text).toMatch(
    /Book your interview:\s+\S+\/dashboard\/sessions#book-free\s/,
  );
  expect(written('session_cancelled').text).not.toContain('whenever');
  expect(written('free_interview_lapsed').text, 'afterwards').toContain(`${siteUrl}/buy`);
});

test('the email about a session that we cancel or return offers the pack’s buyer a refund of its share of the price, unless the session was free', () => {
  const choice = 'share of the price back, ask on your dashboard';
  expect(written('session_called_off').text).toContain(choice);
  expect(written('session_called_off', { is_free: true }).text).not.toContain('price');
  expect(written('session_given_back').text).toContain(choice);
  for (const kind of ['session_called_off', 'session_given_back']) {
    expect(written(kind, { is_buyer: false }).text, kind).not.toContain('price');
  }
  expect(written('session_called_off', { reason: 'refunded' }).text).not.toContain(choice);
});

test.for(['mentor_feedback', 'mentor_feedback_late'])(
  '§15.21 the %s email is written at the first booking, so it does not say how many members have booked',
  (kind) => {
    const { text } = written(kind, { kind: 'gd', seats: 10, taken: 1 });
    expect(text).not.toMatch(/Seats|one member|1 of 10/);
    const page = 'a page with everyone who booked and the files they added';
    expect(text).toContain(`Give feedback:\n${siteUrl}/feedback#`);
    expect(text, 'the session may be over').not.toContain('once it is over');
    if (kind === 'mentor_feedback') {
      expect(text, '§15.20').toContain(page);
      expect(text, 'the mentor may read it later').not.toContain('is starting');
    }
  },
);

test('§15.97 emails about feedback on a GD list the GD scores', () => {
  const scores = 'content, listening, building on others and leadership';
  expect(written('mentor_feedback').text).toContain(`In a GD you score ${scores}`);
  expect(written('mentor_feedback', { kind: 'interview' }).text).not.toContain('you score');
  expect(written('feedback_ready', { kind: 'gd' }).preview).toMatch(
    new RegExp(`scores for ${scores}, what`),
  );
  expect(written('feedback_ready', { kind: 'interview' }).preview).toMatch(
    /^An exercise, scores, what/,
  );
});

test('§15.17 the email to a member who did not join says that they were marked absent, and does not contain feedback', () => {
  const { subject, text } = written('feedback_ready', { attended: false });
  expect(subject).toMatch(/^You were marked absent/);
  expect(text).toContain('noted that you did not join');
  expect(text).toContain('so it counts as used');
  expect(text, 'the mentor may be wrong').toContain(`write to ${seller.email}`);
  expect(text).not.toContain('Read your feedback');
});

test('§15.88 the email to a member whose mentor says the opposite of their report does not say that the session counts as used', () => {
  const { subject, text } = written('feedback_ready', { attended: false, is_reported: true });
  expect(subject).toMatch(/^Your mentor says that you did not join/);
  expect(text).toContain('One of our team will look into it and write to you.');
  expect(text).not.toMatch(/counts as used|marked absent/);
});

test('§15.16 a mentor learns the member’s first name and institute, and gets a link for each purpose', () => {
  const { text } = written('mentor_booked');
  expect(text).toContain('Member: Asha\nTarget school: IIM Bangalore');
  expect(text, '§15.99').toContain('(such as a CV) and their latest exercise');
  expect(text).toContain(meeting);
  expect(text).toContain(`${siteUrl}/feedback#6f1c2a34-0000-4000-8000-000000000002.7.1.`);
  expect(text).toContain(`${siteUrl}/cancelsession#6f1c2a34-0000-4000-8000-000000000002.7.1.`);
  expect(written('mentor_booked', { meeting_url: null }).text).toMatch(
    /no meeting link yet.*Open your page:\s+https:/s,
  );
  expect(text).not.toContain('Seats');
  expect(written('mentor_booked', { kind: 'gd', seats: 10, taken: 4 }).text).toContain(
    'Seats: 4 of 10 taken',
  );
  expect(written('mentor_feedback').text, 'the session begins').toContain(meeting);
  for (const kind of ['mentor_called_off', 'mentor_replaced']) {
    expect(written(kind).text, kind).not.toMatch(/\/(?:feedback|cancelsession)#|meet\.example/);
  }
});

test('§15.85 every email to a mentor has a link to the mentor’s page, made when the email is written', () => {
  const before = Math.floor(Date.now() / 1000);
  for (const kind of Object.keys(mentorTemplates)) {
    const [, made = ''] = /\/mentor#7\.2\.(\d{10})\.[\w-]{43}\s/.exec(written(kind).text) ?? [];
    expect(Number(made), kind).toBeGreaterThanOrEqual(before);
  }
});

test('§15.85 the previous evening’s email lists all the day’s sessions, and how many members have booked each GD', () => {
  const { subject, text } = written('mentor_day');
  expect(subject).toBe('Tomorrow: 2 sessions, from 12:00 am (India time)');
  expect(text).toContain('Mock GD, 4 of 10 taken: Friday, 27 November 2099, 10:00 am');
  expect(written('mentor_day', { sessions: [samples['mentor_booked']] }).subject).toBe(
    'Tomorrow: mock interview, from 12:00 am (India time)',
  );
});

test('§15.88 the email about a report asks the mentor what happened without naming the member, and the member is told that the session was returned', () => {
  const { subject, text } = written('mentor_reported');
  expect(subject).toBe('Please answer: mock interview, 27 Nov, 12:00 am (India time)');
  expect(text).toContain('please say so on your page by 30 November 2099, 12:00 am');
  expect(text).toContain('If we do not hear from you by then, we will return the session');
  expect(written('session_reported').text).toMatch(
    /back by 30 November 2099, 12:00 am \(India time\), unless your mentor says they were there/,
  );
  // Matches a whole word, because the link’s signature may contain the letters.
  expect(text).not.toMatch(/\bAsha\b/);
  expect(written('session_given_back').text).toMatch(
    /You told us that your mentor did not join.*returned the session.*until 27 December 2099.*share of the price/s,
  );
  const other = written('session_given_back', { no_mentor: false, is_free: true }).text;
  expect(other).not.toMatch(/You told us|price/);
});

test('§19.7 typed names and institutes never become links', () => {
  const { html, subject } = written('mentor_booked', {
    member: 'Asha <b>evil.com</b>\r\nBcc: x@example.com',
    member_institute: 'https://evil.com/iim',
  });
  expect(html).not.toMatch(/evil\.com|<b>/);
  expect(subject).not.toMatch(/[\r\n]/);
  const named = written('second_person_named', { from: 'Win money at www.evil.com' });
  expect(named.subject + named.html).not.toContain('evil.com');
});

test('§15.27 the email to a second person is the same whether or not they have an account', () => {
  const { text } = written('second_person_named');
  expect(text).toContain('Ravi has bought the Super Value Pack for two');
  expect(text).toContain('4 sessions are left for the two of you, until 22 November 2099');
  const link = `#invitation=${mailedToken}`;
  expect(text).toContain(`${siteUrl}/signup?next=%2Fdashboard%2Fsessions${link}`);
  expect(text).toContain(`${siteUrl}/dashboard/sessions${link}`);
});

test('§15.28 the buyer reads who has joined the pack and what is left, and no one else’s feedback', () => {
  const { subject, text } = written('second_person_joined');
  expect(subject).toBe('Rahul has joined your Super Value Pack');
  expect(text).toContain('4 sessions are left for the two of you, until 22 November 2099.');
  expect(text).toContain('sees only your own feedback');
  expect(text).toContain(`${siteUrl}/dashboard/sessions`);
  const nameless = written('second_person_joined', { second: null, sessions: 0 });
  expect(nameless.subject).toBe('The person you invited has joined your Super Value Pack');
  expect(nameless.text).toContain('No sessions are left');
});

test('§17.16 the email about a shared pack’s refund has no amount and does not say who bought it', () => {
  const { subject, text } = written('shared_pack_refunded', { from: 'Ravi', amount: 239_900 });
  expect(subject).toBe('The Super Value Pack shared with you has been refunded');
  expect(text).toContain('Your feedback stays on your sessions page.');
  expect(text).not.toMatch(/Ravi|Rs |R-\d/);
});

test('§15.29 §15.60 verification links have their token in the fragment, and mask the address', () => {
  const link = `${siteUrl}/dashboard/verify#verify=${mailedToken}&for=a%E2%80%A6%40example.com`;
  for (const kind of ['welcome', 'address_proof', 'loan_joined'] as const) {
    expect(written(kind, { token: mailedToken }).text, kind).toContain(link);
  }
});

test('§19.15 the welcome email links to the free interview, the loan group and the packs, in this order', () => {
  const { subject, text } = written('welcome');
  expect(subject).toMatch(/^Verify your email: welcome to /);
  const places = [
    '/dashboard/verify',
    `${memberPages.main}#free-interview`,
    '/dashboard/loan',
    '/buy',
  ];
  const found = places.map((place) => text.indexOf(siteUrl + place));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);
});

test('§19.15 the welcome email to a buyer starts with booking, and does not offer what the receipt’s link has done', () => {
  const { subject, text } = written('welcome', { token: null, has_pack: true });
  expect(subject).toMatch(/^Welcome to /);
  expect(text).toContain(
    '- Your pack is paid for. Choose a mentor and a time. Book your first session:',
  );
  expect(text).toContain(`${siteUrl}${memberPages.sessions}#book`);
  expect(text).not.toMatch(/erif|Choose a pack/);
});

test('§15.40 mail programs find the calendar both inside the email and as an attachment', async () => {
  const received = await arrived('mentor_moved');
  expect(received?.raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
  expect(received?.raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/i);
  const names = received?.mail.attachments.map(({ filename }) => filename);
  expect(names).toEqual(expect.arrayContaining(['session.ics', 'session-2.ics']));
  expect(received?.mail.html).toContain('A booking has moved');
});
