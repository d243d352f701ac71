import * as v from 'valibot';
import { linkAddress, oneClickAddress } from '../../../src/domain/links.ts';
import { gdRule } from '../../../src/domain/bookings/gd-rule.ts';
import { lateReasons } from '../../../src/domain/bookings/late-reasons.ts';
import { googleCalendarLink, memberNote } from '../../../src/domain/bookings/google-calendar.ts';
import {
  formatDay,
  formatMoment,
  indiaDate,
  indiaTime,
  sessionTime,
} from '../../../src/domain/words/dates.ts';
import { keysOf } from '../../../src/domain/words/keys-of.ts';
import { daysOf, lasting } from '../../../src/domain/periods.ts';
import { packById } from '../../../src/domain/packs/packs.ts';
import { scoredWords } from '../../../src/domain/mentors/scores.ts';
import { sessionTitle } from '../../../src/domain/bookings/session-kinds.ts';
import { day, moment } from '../../../src/domain/schema.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { toBookFree } from '../../../src/domain/packs/free-interview.ts';
import type { Block, CalendarPart } from './render.ts';
import { calendarOf, kindInside, kindOf, subjectOf, timeEntries, timeOf } from './session-words.ts';
import {
  letter,
  optionalText,
  question,
  template,
  typed,
  verifyLink,
  type MailContext,
  type Templates,
} from './template.ts';

// Emails to members about sessions (§15.9). They never contain the meeting link, which only the mentor's mail has.

const sessionEntries = {
  ...timeEntries,
  name: optionalText,
  booking: v.string(),
  free_until: moment,
  mentor: v.string(),
  institute: optionalText,
  /** How many people a GD needs to take place. */
  minimum: v.number(),
};
type Session = v.InferOutput<v.ObjectSchema<typeof sessionEntries, undefined>>;

/** The operator wrote these names, so emails print them unchanged. */
const mentorOf = ({ mentor, institute }: Session) =>
  institute ? `${mentor}, ${institute}` : mentor;

const titleOf = ({ kind, mentor, institute }: Session) =>
  sessionTitle(kind, { name: mentor, institute: institute ?? '' });

/** The preview of an email about a session that will take place. */
const withWhom = (session: Session) => `With ${mentorOf(session)}. ${timeOf(session)}.`;

const factsOf = (session: Session): Block => ({
  rows: [
    ['What', kindOf(session)],
    ['When', timeOf(session)],
    ['Mentor', mentorOf(session)],
  ],
});

/** What becomes of a GD that too few people book. Not for an email that may be sent once that is decided. */
const ruleOf = ({ kind, minimum }: Session): Block[] => (kind === 'gd' ? [gdRule(minimum)] : []);

function entry(
  method: CalendarPart['method'],
  session: Session,
  context: MailContext,
): CalendarPart {
  return calendarOf(
    {
      ...session,
      method,
      id: session.booking,
      title: titleOf(session),
      text: memberNote,
      page: memberPages.sessions,
      attendee: session.name,
    },
    context,
  );
}

const toSessions = (
  { siteUrl }: MailContext,
  button = 'Open your sessions',
  place = '',
): Block => ({
  button,
  href: `${siteUrl}${memberPages.sessions}${place}`,
});

const bookAnother = (context: MailContext) => toSessions(context, 'Book another time', '#book');

const howToJoin: Block = `Join from your sessions page: the meeting link opens there ${lasting('join opens')} before the start.`;

/** Until when the member can cancel for free (§15.12, §15.13). */
function untilWhen({ free_until }: Session): Block {
  const isOver = Date.parse(free_until) <= Date.now();
  return isOver
    ? `It starts in less than ${lasting('cancel free')}, so you can no longer change the time. If you cancel now, the session counts as used.`
    : `You can change the time or cancel until ${formatMoment(free_until)} and keep your session. If you cancel later, it counts as used.`;
}

/** What a member needs to know before a session, with a button that opens the member's own page. */
const ahead = (session: Session, context: MailContext): Block[] => [
  howToJoin,
  untilWhen(session),
  toSessions(context),
];

/** The files for a session, on the sessions page. */
const toFiles = ({ booking }: Session) => `#files-${booking}`;

const toFeedback = ({ siteUrl }: MailContext, booking: string) =>
  `${siteUrl}${memberPages.sessions}?${new URLSearchParams({ feedback: booking })}`;

/** Whether to ask the member for a CV. A GD needs none. */
const lacksCv = ({ kind, has_cv: hasCv }: Pick<Session, 'kind'> & { has_cv: boolean }) =>
  kind === 'interview' && !hasCv;

const preparedEntries = {
  has_cv: v.boolean(),
  /** The exercise from the member's last feedback, until the member has done it. */
  exercise: optionalText,
};
type Prepared = Session & v.InferOutput<v.ObjectSchema<typeof preparedEntries, undefined>>;

/** The things that the member still has to do before a session (§15.107). */
function toPrepare(session: Prepared, context: MailContext): Block[] {
  const page = `${context.siteUrl}${memberPages.sessions}`;
  const { starts_at: startsAt, ends_at: endsAt, exercise } = session;
  const title = titleOf(session);
  return [
    { heading: 'Before your session' },
    {
      steps: [
        {
          says: 'Check that it is in your calendar. Most email apps add it from this email. Google Calendar does not update a copy that you add yourself.',
          link: {
            label: 'Add the session to Google Calendar',
            href: googleCalendarLink({ title, startsAt, endsAt, page }),
          },
        },
        ...(lacksCv(session)
          ? [
              {
                says: 'Add your CV so that your mentor can ask what a panel would ask.',
                link: { label: 'Add your CV', href: `${page}${toFiles(session)}` },
              },
            ]
          : []),
        ...(exercise === null
          ? []
          : [
              {
                says: 'Do the exercise from your last feedback and mark it as done.',
                link: { label: 'Open your exercise', href: `${page}#exercise` },
              },
            ]),
      ],
    },
    ...(exercise === null ? [] : ['Your exercise:', { quote: exercise }]),
  ];
}

/** Our calendar file changes only the entry it created, not a copy the member made in Google Calendar (§15.96). */
const ownCopy = (what: 'change' | 'delete'): Block =>
  `If you added this session to Google Calendar yourself, ${what} it there too.`;

const reasons = {
  mentor: 'Your mentor cannot make it.',
  too_few: 'Too few people had booked this mock GD.',
  us: 'We had to cancel it.',
  refunded: 'We have refunded the session’s share of the price.',
  refund_asked: 'The person who bought the pack has asked for a refund.',
  pack_ended: 'The pack is no longer valid.',
  account_closed: 'The person who bought the pack has closed their account.',
} as const;

/** Why the session will not take place. Only the pack's buyer can ask for its refund. */
const whyEnded = ({ reason, is_buyer }: { reason: keyof typeof reasons; is_buyer: boolean }) =>
  reason === 'refund_asked' && is_buyer ? 'You asked for a refund of the pack.' : reasons[reason];

/** Offers the money to the pack's buyer, who alone can ask for it. */
const moneyInstead = ({ is_free, is_buyer }: { is_free: boolean; is_buyer: boolean }) =>
  is_buyer && !is_free
    ? ` If you would rather have the session’s share of the price back, ask on your dashboard within ${lasting('refund')} of its date.`
    : '';

const cancelledEntries = {
  /** Whether the member cancelled in time (§15.12). */
  session_returned: v.boolean(),
  /** Whether this was the free interview and the time for booking it has run out (§15.31). */
  lapses: v.boolean(),
  /**
   * Null if the member cancelled this booking. A refund request cancels the bookings of both people on a pack (§17.5).
   */
  reason: v.nullable(v.literal('refund_asked')),
  is_buyer: v.boolean(),
};
type Cancelled = Session & v.InferOutput<v.ObjectSchema<typeof cancelledEntries, undefined>>;

/** What the cancellation means for the member. Does not say who cancelled, because an operator may have. */
function cancelledWords({ reason, is_buyer, session_returned, lapses }: Cancelled): string {
  if (!session_returned) {
    const refund = is_buyer
      ? 'you asked for a refund of the pack'
      : 'the person who bought the pack asked for a refund';
    return `The session counts as used, because ${reason === null ? 'it was cancelled' : refund} less than ${lasting('cancel free')} before the start.`;
  }
  return lapses
    ? 'It is now too late to book your free interview again, so it goes to the next student.'
    : 'You keep your session and can book another time.';
}

const sharedEntries = { pack: v.string(), sessions: v.number(), valid_until: v.nullable(day) };
type Shared = v.InferOutput<v.ObjectSchema<typeof sharedEntries, undefined>>;

const packNamed = ({ pack }: Pick<Shared, 'pack'>) => packById(pack)?.name ?? 'pack';

const sessionsLeft = ({ sessions }: Shared) =>
  `${sessions === 1 ? 'One session is' : `${sessions || 'No'} sessions are`} left`;

const leftForTwo = (shared: Shared) =>
  `${sessionsLeft(shared)} for the two of you${shared.valid_until === null ? '' : `, until ${formatDay(shared.valid_until)}`}`;

/** The first free time for one kind of session, and how many times are free. */
const freeTime = v.object({ kind: timeEntries.kind, starts_at: moment, times: v.number() });

/** Emails to members about sessions, one template per kind. */
export const sessionTemplates: Templates = {
  session_booked: letter({ ...sessionEntries, ...preparedEntries }, (session, context) => ({
    subject: subjectOf('Booked', session),
    preview: withWhom(session),
    heading: 'Your session is booked',
    says: 'Here are the details, and what to do before it.',
    blocks: [
      factsOf(session),
      ...ruleOf(session),
      ...toPrepare(session, context),
      ...ahead(session, context),
      question(context),
    ],
    calendars: [entry('REQUEST', session, context)],
  })),
  session_moved: letter(
    { ...sessionEntries, from_starts_at: moment, from_ends_at: moment },
    (session, context) => ({
      subject: subjectOf('New time', session),
      preview: withWhom(session),
      heading: 'Your session has a new time',
      says: `Here is when your ${kindInside(session)} now takes place.`,
      blocks: [
        {
          rows: [
            ['What', kindOf(session)],
            ['New time', timeOf(session)],
            ['Old time', sessionTime(session.from_starts_at, session.from_ends_at)],
            ['Mentor', mentorOf(session)],
          ],
        },
        ...ruleOf(session),
        ownCopy('change'),
        ...ahead(session, context),
        question(context),
      ],
      calendars: [entry('REQUEST', session, context)],
    }),
  ),
  session_cancelled: letter({ ...sessionEntries, ...cancelledEntries }, (session, context) => ({
    subject: subjectOf('Cancelled', session),
    preview: cancelledWords(session),
    heading: 'Your session is cancelled',
    // A GD may still take place for its other members.
    says: `Your booking for this ${kindInside(session)} is cancelled. ${cancelledWords(session)}`,
    blocks: [
      factsOf(session),
      ownCopy('delete'),
      session.session_returned && !session.lapses ? bookAnother(context) : toSessions(context),
      session.reason === null && !session.session_returned
        ? { note: `If the reason was ${lateReasons}, write to ${context.seller.email}.` }
        : question(context),
    ],
    calendars: [entry('CANCEL', session, context)],
  })),
  session_called_off: letter(
    {
      ...sessionEntries,
      reason: v.picklist(keysOf(reasons)),
      is_free: v.boolean(),
      is_buyer: v.boolean(),
    },
    (session, context) => {
      const isBack = ['mentor', 'too_few', 'us'].includes(session.reason);
      const why = `${whyEnded(session)}${isBack ? ' You keep your session.' : ''}`;
      return {
        subject: subjectOf('Cancelled', session),
        preview: why,
        heading: 'Your session is cancelled',
        says: `Your ${kindInside(session)} will not take place. ${why}`,
        blocks: [
          factsOf(session),
          ...(isBack
            ? [
                `We are sorry. You have at least ${daysOf('given back')} days to use the session.${moneyInstead(session)}`,
              ]
            : []),
          ownCopy('delete'),
          session.is_buyer && session.reason.startsWith('refund')
            ? { button: 'See your refund', href: `${context.siteUrl}${memberPages.refunds}` }
            : isBack
              ? bookAnother(context)
              : toSessions(context),
          question(context),
        ],
        calendars: [entry('CANCEL', session, context)],
      };
    },
  ),
  session_reported: letter({ ...sessionEntries, answer_until: moment }, (session, context) => {
    const by = formatMoment(session.answer_until);
    return {
      subject: subjectOf('Mentor did not join', session),
      preview: `You get your session back by ${by} unless your mentor says they were there.`,
      heading: 'We are asking your mentor',
      says: `You told us that your mentor did not join your ${kindInside(session)}. We are sorry.`,
      blocks: [
        factsOf(session),
        `You get your session back by ${by}, unless your mentor says they were there. If they do, one of our team will look into it and write to you.`,
        toSessions(context),
        question(context),
      ],
    };
  }),
  session_given_back: letter(
    {
      ...sessionEntries,
      no_mentor: v.boolean(),
      is_free: v.boolean(),
      is_buyer: v.boolean(),
      book_until: day,
    },
    (session, context) => ({
      subject: subjectOf('Session returned', session),
      preview: 'You can book another time.',
      heading: 'You have your session back',
      says: session.no_mentor
        ? `You told us that your mentor did not join your ${kindInside(session)}. We are sorry, and have returned the session to you.`
        : `We have returned your ${kindInside(session)} to you.`,
      blocks: [
        factsOf(session),
        `You can book it again until ${formatDay(session.book_until)}, or until its own expiry date, if that is later.${moneyInstead(session)}`,
        bookAnother(context),
        question(context),
      ],
    }),
  ),
  session_mentor_changed: letter(sessionEntries, (session, context) => ({
    subject: subjectOf('New mentor', session),
    preview: `With ${mentorOf(session)}. The time stays the same.`,
    heading: 'Your session has a new mentor',
    says: `${session.mentor} is taking over your ${kindInside(session)}. The time stays the same.`,
    blocks: [factsOf(session), ...ahead(session, context), question(context)],
    calendars: [entry('REQUEST', session, context)],
  })),
  reminder_day: letter({ ...sessionEntries, has_cv: v.boolean() }, (session, context) => ({
    subject: subjectOf('Reminder', session),
    preview: withWhom(session),
    heading: 'Your session is coming up',
    says: `Here is what to do before your ${kindInside(session)}.`,
    blocks: [
      factsOf(session),
      ...(lacksCv(session)
        ? [
            'You have not added your CV. Please add it today, so that your mentor can read it before the session and ask what a panel would ask.',
          ]
        : session.has_cv
          ? ['Your mentor has your CV and can read it now.']
          : []),
      'Check your room and lighting, and test your camera and microphone.',
      howToJoin,
      untilWhen(session),
      lacksCv(session) ? toSessions(context, 'Add your CV', toFiles(session)) : toSessions(context),
    ],
  })),
  reminder_hour: letter(sessionEntries, (session, context) => ({
    subject: `Your ${kindInside(session)} starts at ${indiaTime(session.starts_at)} (India time)`,
    preview: withWhom(session),
    heading: `Your session starts at ${indiaTime(session.starts_at)} (India time)`,
    says: `Your ${kindInside(session)} is less than an hour away.`,
    blocks: [factsOf(session), howToJoin, toSessions(context)],
  })),
  feedback_ready: letter(
    { ...sessionEntries, attended: v.boolean(), is_reported: v.boolean(), exercise: optionalText },
    (session, context) => {
      const { attended, is_reported: isReported, exercise, kind, booking, mentor } = session;
      if (!attended && isReported) {
        return {
          subject: subjectOf('Your mentor says that you did not join', session),
          preview: 'You told us the same of your mentor. We will look into it.',
          heading: 'We will look into your session',
          says: `${mentor} noted that you did not join your ${kindInside(session)}, and you told us that ${mentor} did not join it. One of our team will look into it and write to you.`,
          blocks: [factsOf(session), toSessions(context)],
        };
      }
      if (!attended) {
        return {
          subject: subjectOf('You were marked absent', session),
          preview: 'Your mentor noted that you did not join. The session counts as used.',
          heading: 'You were marked absent',
          says: `${mentor} noted that you did not join your ${kindInside(session)}, so it counts as used.`,
          blocks: [
            factsOf(session),
            `If that is wrong, or something serious kept you away, write to ${context.seller.email}.`,
            toSessions(context),
          ],
        };
      }
      const scores = exercise ? 'An exercise, scores' : 'Scores';
      const scored = kind === 'gd' ? ` for ${scoredWords('gd')}` : '';
      return {
        subject: subjectOf('Your feedback is ready', session),
        preview: `${scores}${scored}, what went well and what to work on.`,
        heading: 'Your feedback is ready',
        ...(exercise
          ? {
              says: `Before your next session, ${mentor} asks you to do this:`,
              blocks: [
                { quote: exercise },
                'Your feedback says what went well and what to work on. Mark the exercise as done there, with a note for your next mentor.',
                { button: 'Read your feedback', href: toFeedback(context, booking) },
                factsOf(session),
              ],
            }
          : {
              says: `${mentor} has written what went well in your ${kindInside(session)} and what to work on.`,
              blocks: [
                { button: 'Read your feedback', href: toFeedback(context, booking) },
                factsOf(session),
              ],
            }),
      };
    },
  ),
  second_person_named: template(
    {
      ...sharedEntries,
      address: v.string(),
      from: optionalText,
      token: optionalText,
    },
    (named, { siteUrl, seller, recipient }) => {
      const buyer = typed(named.from, 'A member');
      const to = (path: string, more = {}) =>
        named.token
          ? linkAddress(siteUrl, 'invitation', named.token, { page: path, ...more })
          : siteUrl + path;
      return {
        subject: `${buyer} has shared a pack with you at ${seller.name}`,
        preview: `${sessionsLeft(named)} to share.`,
        heading: `${buyer} wants to share a pack with you`,
        blocks: [
          `${buyer} has bought the ${packNamed(named)} for two. ${leftForTwo(named)}: mock interviews and GDs with alumni of top business schools.`,
          'Sign up free, accept the invitation, and book.',
          {
            button: 'Sign up to share the pack',
            href: to(`/signup?${new URLSearchParams({ next: memberPages.sessions })}`, {
              to: recipient,
            }),
          },
          {
            note: 'Already a member?',
            link: { label: 'Open the invitation', href: to(memberPages.sessions) },
          },
          { note: 'The link works once: please do not forward this email.' },
          {
            note: 'Don’t know who this is? Ignore this email: no one learns whether you have an account.',
          },
        ],
      };
    },
  ),
  second_person_joined: letter(
    // Null if the second person has no first name.
    { ...sharedEntries, second: optionalText },
    (shared, context) => {
      const joined = `${typed(shared.second, 'The person you invited')} has joined your ${packNamed(shared)}`;
      return {
        subject: joined,
        preview: `${leftForTwo(shared)}.`,
        heading: joined,
        says: `You now share this pack. ${leftForTwo(shared)}.`,
        blocks: [
          'Either of you can book while a session is left. Each of you can cancel only your own bookings, and sees only your own feedback.',
          toSessions(context),
          question(context),
        ],
      };
    },
  ),
  shared_pack_refunded: letter({ pack: v.string() }, (shared, context) => ({
    subject: `The ${packNamed(shared)} shared with you has been refunded`,
    preview: 'The sessions that were left can no longer be booked.',
    heading: 'The pack shared with you has been refunded',
    says: `We have refunded the ${packNamed(shared)} to the person who bought it. The sessions that were left can no longer be booked.`,
    blocks: [
      'We email you separately about each of your booked sessions that is cancelled. Your feedback stays on your sessions page.',
      toSessions(context),
      question(context),
    ],
  })),
  address_proof: letter(
    { address: v.string(), token: v.string(), expires_at: moment },
    (proof, { siteUrl, seller }) => ({
      subject: `Verify your email for ${seller.name}`,
      preview: `You can use the link once, until ${formatMoment(proof.expires_at)}.`,
      heading: 'Verify your email',
      says: `One click confirms that ${proof.address} is yours, completes your request and takes you back to it.`,
      blocks: [
        ...verifyLink(siteUrl, proof.address, proof.token, proof.expires_at),
        { note: 'Not you? Ignore this email and nothing will change.' },
      ],
    }),
  ),
  free_interview_granted: letter({ book_until: moment }, (grant, context) => ({
    subject: `Your free mock interview with ${context.seller.name}`,
    preview: `Book it by ${formatDay(grant.book_until)}.`,
    heading: 'Your free mock interview',
    says: `A mock interview with a mentor is yours, free. Book it by ${formatDay(grant.book_until)}; after that, it goes to the next student.`,
    blocks: [
      { button: 'Book your interview', href: `${context.siteUrl}${toBookFree}` },
      question(context),
    ],
  })),
  time_opened: letter(
    {
      free: v.tupleWithRest([freeTime], freeTime),
      token: v.string(),
    },
    ({ free, token }, { siteUrl }) => {
      const [first] = free;
      return {
        subject: subjectOf('Just opened', first),
        preview: 'First come, first served.',
        heading: 'A time has opened',
        says: 'You asked us to tell you when a time opens. Times go to whoever books first.',
        blocks: [
          {
            rows: free.map((one) => [
              kindOf(one),
              `${indiaDate(one.starts_at)}, ${indiaTime(one.starts_at)} (India time)${one.times === 1 ? '' : `, and ${one.times - 1} more`}`,
            ]),
          },
          { button: 'Book a time', href: `${siteUrl}${memberPages.sessions}#book` },
          {
            note: `We email you no more than once an hour and three times a day, until you book or ${lasting('waiting')} have passed.`,
            link: { label: 'Stop these emails', href: linkAddress(siteUrl, 'times', token) },
          },
        ],
        unsubscribe: oneClickAddress(siteUrl, 'times', token),
      };
    },
  ),
  free_interview_lapsed: letter({}, (_, context) => ({
    subject: `Your free mock interview with ${context.seller.name} has expired`,
    preview: 'You did not book it in time, so it goes to the next student.',
    heading: 'Your free mock interview has expired',
    says: 'You did not book your free mock interview in time, so it goes to the next student.',
    blocks: [
      'You can still practise with a pack.',
      { button: 'See packs and prices', href: `${context.siteUrl}/buy` },
      question(context),
    ],
  })),
};
