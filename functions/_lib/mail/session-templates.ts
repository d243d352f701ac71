import * as v from 'valibot';
import {
  formatDay,
  formatMoment,
  indiaTime,
  sessionTime,
} from '../../../src/domain/words/dates.ts';
import { lasting } from '../../../src/domain/periods.ts';
import { packById } from '../../../src/domain/packs/packs.ts';
import { sessionTitle } from '../../../src/domain/bookings/session-kinds.ts';
import type { Block, CalendarPart, MailContent } from './render.ts';
import { calendarOf, kindInside, kindOf, startOf, timeEntries } from './session-words.ts';
import {
  day,
  greeting,
  moment,
  optionalText,
  question,
  template,
  typed,
  type MailContext,
  type Templates,
} from './template.ts';

// The mails to members (§15.9). Nobody but the mentor gets the meeting link.

const sessionsPage = '/dashboard/sessions';

const sessionEntries = {
  ...timeEntries,
  name: optionalText,
  booking: v.string(),
  free_until: moment,
  mentor: v.string(),
  institute: optionalText,
};
const sessionSchema = v.object(sessionEntries);
type Session = v.InferOutput<typeof sessionSchema>;

/** The operator wrote these names, so they are printed as they are. */
const mentorOf = ({ mentor, institute }: Session) =>
  institute ? `${mentor}, ${institute}` : mentor;

const titleOf = ({ kind, mentor, institute }: Session) =>
  sessionTitle(kind, { name: mentor, institute: institute ?? '' });

const factsOf = (session: Session): Block => ({
  rows: [
    ['What', kindOf(session)],
    ['When', sessionTime(session.starts_at, session.ends_at)],
    ['Mentor', mentorOf(session)],
  ],
});

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
      text: `Join, move or cancel it on your page. The meeting opens ${lasting('join opens')} before the start.`,
      page: sessionsPage,
      attendee: session.name,
    },
    context,
  );
}

const toSessions = ({ siteUrl }: MailContext): Block => ({
  button: 'Open your sessions',
  href: `${siteUrl}${sessionsPage}`,
});

const toBookAgain = ({ siteUrl }: MailContext): Block => ({
  button: 'Book another time',
  href: `${siteUrl}${sessionsPage}`,
});

const howToJoin: Block = {
  paragraph: `Join from your page: the link to the meeting opens there ${lasting('join opens')} before the start.`,
};

/** Until when cancelling costs nothing (§15.12, §15.13). */
function untilWhen({ free_until }: Session): Block {
  const isOver = Date.parse(free_until) <= Date.now();
  return {
    paragraph: isOver
      ? `The session starts in less than ${lasting('cancel free')}, so it is used up if you cancel it.`
      : `You can move or cancel it until ${formatMoment(free_until)}, and the session comes back. If you cancel later, it is used up.`,
  };
}

const booked = template(sessionSchema, (session, context): MailContent => ({
  subject: `Booked: your ${kindInside(session)} on ${startOf(session)}`,
  preview: `${titleOf(session)}, ${sessionTime(session.starts_at, session.ends_at)}.`,
  heading: 'Your session is booked',
  blocks: [
    { paragraph: greeting(session.name, `Your ${kindInside(session)} is booked.`) },
    factsOf(session),
    howToJoin,
    untilWhen(session),
    toSessions(context),
    question(context),
  ],
  calendars: [entry('REQUEST', session, context)],
}));

const moved = template(
  v.object({ ...sessionEntries, from_starts_at: moment, from_ends_at: moment }),
  (session, context): MailContent => ({
    subject: `Moved: your ${kindInside(session)} is now on ${startOf(session)}`,
    preview: `${titleOf(session)}, ${sessionTime(session.starts_at, session.ends_at)}.`,
    heading: 'Your session has a new time',
    blocks: [
      { paragraph: greeting(session.name, `You moved your ${kindInside(session)}.`) },
      {
        rows: [
          ['What', kindOf(session)],
          ['New time', sessionTime(session.starts_at, session.ends_at)],
          ['Before', sessionTime(session.from_starts_at, session.from_ends_at)],
          ['Mentor', mentorOf(session)],
        ],
      },
      howToJoin,
      untilWhen(session),
      toSessions(context),
      question(context),
    ],
    calendars: [entry('REQUEST', session, context)],
  }),
);

const reasons = {
  mentor: 'The mentor cannot come.',
  too_few: 'Too few people have booked this mock GD.',
  us: 'We had to call it off.',
  refunded: 'The price of this session was refunded.',
  refund_asked: 'A refund of the pack that it belongs to was asked for.',
  account_closed: 'The person who bought the pack has closed their account.',
} as const;

const cancelledEntries = {
  /** Whether it was cancelled in time (§15.12). */
  session_returned: v.boolean(),
  /** Whether it was the free interview, and the time to book that is over (§15.31). */
  lapses: v.boolean(),
  /** Null if its member cancelled it; a refund request ends the bookings of both persons of a pack (§17.5). */
  reason: v.nullable(v.literal('refund_asked')),
};
const cancelledSchema = v.object({ ...sessionEntries, ...cancelledEntries });
type CancelledSession = v.InferOutput<typeof cancelledSchema>;
type Cancelled = Pick<CancelledSession, 'session_returned' | 'lapses'>;

function cancelledPreview({ session_returned, lapses }: Cancelled): string {
  if (!session_returned)
    return `The session is used up, because it was less than ${lasting('cancel free')} away.`;
  return lapses ? 'The time to book it is over.' : 'The session is yours again.';
}

function cancelledText({ session_returned, lapses }: Cancelled, { seller }: MailContext): string {
  if (!session_returned) {
    return `The session is used up, because it would have started in less than ${lasting('cancel free')}. If something serious kept you away, write to ${seller.email}.`;
  }
  return lapses
    ? 'The time to book your free interview is over, so it passes to the next student.'
    : 'The session is yours again, and you can book another time.';
}

const endedByMember = (session: CancelledSession, context: MailContext): MailContent => ({
  subject: `Cancelled: your ${kindInside(session)} on ${startOf(session)}`,
  preview: cancelledPreview(session),
  heading: 'You cancelled your session',
  blocks: [
    { paragraph: greeting(session.name, `You cancelled your ${kindInside(session)}.`) },
    factsOf(session),
    {
      paragraph: cancelledText(session, context),
    },
    toSessions(context),
  ],
  calendars: [entry('CANCEL', session, context)],
});

/** Whoever booked it: the second person of a pack has done nothing. */
const endedByRefund = (session: CancelledSession, context: MailContext): MailContent => ({
  subject: `Called off: your ${kindInside(session)} on ${startOf(session)}`,
  preview: reasons.refund_asked,
  heading: 'Your session is called off',
  blocks: [
    {
      paragraph: greeting(
        session.name,
        `Your ${kindInside(session)} will not take place. ${reasons.refund_asked}`,
      ),
    },
    factsOf(session),
    {
      paragraph: `The refund was asked for less than ${lasting('cancel free')} before the start, so the session counts as used.`,
    },
    toSessions(context),
    question(context),
  ],
  calendars: [entry('CANCEL', session, context)],
});

const cancelled = template(cancelledSchema, (session, context) =>
  session.reason === null ? endedByMember(session, context) : endedByRefund(session, context),
);

const calledOff = template(
  v.object({
    ...sessionEntries,
    reason: v.picklist(['mentor', 'too_few', 'us', 'refunded', 'refund_asked', 'account_closed']),
    is_free: v.boolean(),
  }),
  (session, context): MailContent => {
    const isBack = ['mentor', 'too_few', 'us'].includes(session.reason);
    const choice = session.is_free
      ? ''
      : ` If you would rather have its share of the price back, ask for it on your dashboard within ${lasting('refund')} of the day of the session.`;
    return {
      subject: `Called off: your ${kindInside(session)} on ${startOf(session)}`,
      preview: reasons[session.reason],
      heading: 'Your session is called off',
      blocks: [
        {
          paragraph: greeting(
            session.name,
            `Your ${kindInside(session)} will not take place. ${reasons[session.reason]}`,
          ),
        },
        factsOf(session),
        ...(isBack
          ? [
              {
                paragraph: `We are sorry. The session is yours again, and you have at least 30 more days for it.${choice}`,
              },
              toBookAgain(context),
            ]
          : []),
        question(context),
      ],
      calendars: [entry('CANCEL', session, context)],
    };
  },
);

const mentorChanged = template(sessionSchema, (session, context): MailContent => ({
  subject: `Another mentor for your ${kindInside(session)} on ${startOf(session)}`,
  preview: `${mentorOf(session)} holds it, at the same time.`,
  heading: 'Your session has another mentor',
  blocks: [
    {
      paragraph: greeting(
        session.name,
        `Another mentor holds your ${kindInside(session)}. The time stays the same.`,
      ),
    },
    factsOf(session),
    howToJoin,
    untilWhen(session),
    toSessions(context),
    question(context),
  ],
  calendars: [entry('REQUEST', session, context)],
}));

const reminderDay = template(sessionSchema, (session, context): MailContent => ({
  subject: `Reminder: your ${kindInside(session)} on ${startOf(session)}`,
  preview: `${titleOf(session)}, ${sessionTime(session.starts_at, session.ends_at)}.`,
  heading: 'Your session is close',
  blocks: [
    { paragraph: greeting(session.name, `Your ${kindInside(session)} is less than a day away.`) },
    factsOf(session),
    {
      paragraph:
        'Look at the room and the light, try camera and microphone, and keep your CV at hand.',
    },
    howToJoin,
    untilWhen(session),
    toSessions(context),
  ],
}));

const reminderHour = template(sessionSchema, (session, context): MailContent => ({
  subject: `Your ${kindInside(session)} starts at ${indiaTime(session.starts_at)} (India time)`,
  preview: `${titleOf(session)}, ${sessionTime(session.starts_at, session.ends_at)}.`,
  heading: `It starts at ${indiaTime(session.starts_at)}`,
  blocks: [
    {
      paragraph: greeting(session.name, `Your ${kindInside(session)} is less than an hour away.`),
    },
    factsOf(session),
    howToJoin,
    toSessions(context),
  ],
}));

const feedbackReady = template(
  v.object({ ...sessionEntries, attended: v.boolean() }),
  (session, context): MailContent => ({
    subject: session.attended
      ? `Your feedback is ready: ${kindInside(session)} on ${startOf(session)}`
      : `You were marked absent: ${kindInside(session)} on ${startOf(session)}`,
    preview: session.attended
      ? 'Scores, what went well, what to work on, and an exercise.'
      : 'The mentor noted that you did not come.',
    heading: session.attended ? 'Your feedback is ready' : 'You were marked absent',
    blocks: [
      {
        paragraph: greeting(
          session.name,
          session.attended
            ? `${mentorOf(session)} has written what went well in your ${kindInside(session)}, what to work on, and one exercise until the next one.`
            : `${mentorOf(session)} noted that you did not come to your ${kindInside(session)}.`,
        ),
      },
      factsOf(session),
      ...(session.attended
        ? [{ button: 'Read your feedback', href: `${context.siteUrl}${sessionsPage}` }]
        : [
            {
              paragraph: `Is that wrong, or did something serious keep you away? Write to ${context.seller.email}.`,
            },
            toSessions(context),
          ]),
    ],
  }),
);

const secondPersonNamed = template(
  v.object({
    pack: v.string(),
    address: v.string(),
    from: optionalText,
    sessions: v.number(),
    valid_until: v.nullable(day),
  }),
  (named, { siteUrl, seller }): MailContent => {
    const buyer = typed(named.from, 'A member');
    const left = named.sessions === 1 ? 'One session is' : `${named.sessions} sessions are`;
    const until = named.valid_until === null ? '' : `, until ${formatDay(named.valid_until)}`;
    return {
      subject: `${buyer} shares a pack of ${seller.name} with you`,
      preview: `${left} left to share.`,
      heading: 'You are invited to share a pack',
      blocks: [
        {
          paragraph: `${buyer} has bought the ${packById(named.pack)?.name ?? 'pack'} for two and named you as the second person. ${left} left for the two of you${until}: mock interviews and GDs with alumni of top business schools.`,
        },
        { heading: 'Three steps to take your place' },
        { paragraph: `1. Sign up free, or log in if you are a member.` },
        { paragraph: `2. On your page of sessions, prove that ${named.address} is yours.` },
        { paragraph: '3. Accept the invitation and the terms there, and book.' },
        { button: 'Sign up', href: `${siteUrl}/signup` },
        {
          note: 'Already a member?',
          link: { label: 'Open your sessions', href: `${siteUrl}${sessionsPage}` },
        },
        {
          note: `Do you not know who this is? Then do nothing: nobody learns whether you have an account. Questions? Write to ${seller.email}.`,
        },
      ],
    };
  },
);

const addressProof = template(
  v.object({ name: optionalText, address: v.string(), token: v.string(), expires_at: moment }),
  (proof, { siteUrl, seller }): MailContent => ({
    subject: `Prove your address for ${seller.name}`,
    preview: `The link works once, until ${formatMoment(proof.expires_at)}.`,
    heading: 'Is this address yours?',
    blocks: [
      {
        paragraph: greeting(
          proof.name,
          `Somebody who is logged in at ${seller.name} wants to prove that ${proof.address} is theirs. If that is you, press the button in the browser in which you are logged in.`,
        ),
      },
      {
        button: 'Prove this address',
        href: `${siteUrl}/dashboard/settings#address_token=${encodeURIComponent(proof.token)}`,
      },
      { note: `The link works once, until ${formatMoment(proof.expires_at)}.` },
      { note: 'Wasn’t you? Ignore this mail and nothing will change.' },
    ],
  }),
);

const freeInterviewGranted = template(
  v.object({ name: optionalText, book_until: moment }),
  (grant, context): MailContent => ({
    subject: `Your free mock interview with ${context.seller.name}`,
    preview: `Book it by ${formatDay(grant.book_until)}.`,
    heading: 'Your free mock interview',
    blocks: [
      {
        paragraph: greeting(
          grant.name,
          `One mock interview with a mentor is yours, free. Book it by ${formatDay(grant.book_until)}; after that day it goes to the next student.`,
        ),
      },
      { button: 'Book your interview', href: `${context.siteUrl}${sessionsPage}` },
      question(context),
    ],
  }),
);

const freeInterviewLapsed = template(
  v.object({ name: optionalText }),
  (grant, context): MailContent => ({
    subject: `Your free mock interview with ${context.seller.name} has lapsed`,
    preview: 'It was not booked in time, and goes to the next student.',
    heading: 'Your free mock interview has lapsed',
    blocks: [
      {
        paragraph: greeting(
          grant.name,
          'Your free mock interview was not booked in time, so it goes to the next student.',
        ),
      },
      {
        note: 'You can still practise with a pack. See',
        link: { label: 'packs and prices', href: `${context.siteUrl}/buy` },
      },
      question(context),
    ],
  }),
);

/** The mails to members about sessions, by kind. */
export const sessionTemplates: Templates = {
  session_booked: booked,
  session_moved: moved,
  session_cancelled: cancelled,
  session_called_off: calledOff,
  session_mentor_changed: mentorChanged,
  reminder_day: reminderDay,
  reminder_hour: reminderHour,
  feedback_ready: feedbackReady,
  second_person_named: secondPersonNamed,
  address_proof: addressProof,
  free_interview_granted: freeInterviewGranted,
  free_interview_lapsed: freeInterviewLapsed,
};
