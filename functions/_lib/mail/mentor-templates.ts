import * as v from 'valibot';
import { scoredWords } from '../../../src/domain/mentors/scores.ts';
import { lasting } from '../../../src/domain/periods.ts';
import { countInWords } from '../../../src/domain/words/count.ts';
import { formatMoment, indiaTime } from '../../../src/domain/words/dates.ts';
import { moment } from '../../../src/domain/schema.ts';
import type { Block, CalendarPart } from './render.ts';
import { calendarOf, kindInside, kindOf, subjectOf, timeEntries, timeOf } from './session-words.ts';
import {
  letter,
  optionalText,
  question,
  typed,
  type MailContext,
  type Templates,
} from './template.ts';

// Emails to mentors (§15.16). Their links are made just before the email is sent, so that the outbox stores no token.

/** The mentor to whose page an email links, and the current version of that link. */
const pageEntries = { mentor_id: v.number(), page_version: v.number() };

const slotEntries = {
  ...timeEntries,
  ...pageEntries,
  slot: v.string(),
  version: v.number(),
  name: optionalText,
  seats: v.number(),
  taken: v.number(),
  meeting_url: v.optional(v.nullable(v.pipe(v.string(), v.startsWith('https://'), v.url())), null),
};
const daySession = v.object({
  kind: timeEntries.kind,
  starts_at: moment,
  ends_at: moment,
  seats: v.number(),
  taken: v.number(),
});

type Slot = v.InferOutput<v.ObjectSchema<typeof slotEntries, undefined>>;

const whoEntries = { member: optionalText, member_institute: optionalText };

function entry(
  method: CalendarPart['method'],
  slot: Slot,
  context: MailContext,
  changes: Partial<Slot> = {},
): CalendarPart {
  const shown = { ...slot, ...changes };
  return calendarOf(
    {
      ...shown,
      method,
      id: shown.slot,
      title: `${kindOf(shown)} for ${context.seller.name}`,
      text: 'Our latest email about this session has links to join the meeting, cancel and give feedback.',
      attendee: shown.name,
    },
    context,
  );
}

const seatsOf = ({ taken, seats }: Pick<Slot, 'taken' | 'seats'>) => `${taken} of ${seats} taken`;

const memberOf = ({ member }: { member: string | null }) => typed(member, 'A member');

const memberRows = (who: { member: string | null; member_institute: string | null }) =>
  [
    ['Member', memberOf(who)],
    ['Target school', typed(who.member_institute, 'not given')],
  ] as const;

const timeRows = (slot: Slot) =>
  [
    ['What', kindOf(slot)],
    ['When', timeOf(slot)],
  ] as const;

function factsOf(slot: Slot, ...more: readonly (readonly [string, string])[]): Block {
  const seats = slot.kind === 'gd' ? [['Seats', seatsOf(slot)] as const] : [];
  return { rows: [...timeRows(slot), ...more, ...seats] };
}

const linkOf = ({ slot, mentor_id, version }: Slot) => ({ slot, mentor: mentor_id, version });

type ToMentor = Pick<Slot, 'mentor_id' | 'page_version'>;

const pageOf = ({ mentor_id, page_version }: ToMentor, { mentorLink }: MailContext) =>
  mentorLink.page({ mentor: mentor_id, version: page_version });

/** Every email ends with this link, so that the newest mail always has a link that works (§15.85). */
const ownPage = (to: ToMentor, context: MailContext): Block => ({
  note: `For ${lasting('mentor page')}, you can see your sessions, times, pauses and meeting link on`,
  link: { label: 'your own page', href: pageOf(to, context) },
});

const toPage = (to: ToMentor, context: MailContext): Block => ({
  button: 'Open your page',
  href: pageOf(to, context),
});

function meeting(slot: Slot, context: MailContext): Block[] {
  return slot.meeting_url === null
    ? [
        'This session has no meeting link yet. Please set yours on your page.',
        toPage(slot, context),
      ]
    : [{ button: 'Open the meeting', href: slot.meeting_url }];
}

function links(slot: Slot, context: MailContext): Block[] {
  const { mentorLink } = context;
  return [
    ownPage(slot, context),
    {
      note: `You can read members’ files (such as a CV) and their latest exercise from ${lasting('mentor files')} before the session, and give feedback until ${lasting('mentor link')} after it starts. Both are on`,
      link: {
        label: 'this session’s page',
        href: mentorLink.session('feedback', linkOf(slot)),
      },
    },
    {
      note: 'Can’t make it? Please',
      link: { label: 'cancel the session', href: mentorLink.session('cancel', linkOf(slot)) },
    },
    {
      note: 'These links are only for you. Anyone who has them can act for you, so please do not forward this email.',
    },
  ];
}

const whoIsLeft = ({ taken }: Pick<Slot, 'taken'>) =>
  taken === 0
    ? 'You have no other bookings for this time.'
    : `You still have ${countInWords(taken, 'member')} booked.`;

const reasons = {
  mentor: 'You cancelled it. We will tell everyone who had booked.',
  too_few: 'Too few people had booked.',
  us: 'We had to cancel it.',
} as const;

/**
 * Calendars accept a cancellation only with a higher sequence number than the invitation's, but a slot that has ended
 * keeps its last number.
 */
const raised = ({ sequence }: Slot) => ({ sequence: sequence + 1 });

/** Emails to mentors, one template per kind. */
export const mentorTemplates: Templates = {
  mentor_booked: letter({ ...slotEntries, ...whoEntries }, (slot, context) => ({
    subject: subjectOf('New booking', slot),
    preview: `${memberOf(slot)} has booked ${timeOf(slot)}.`,
    heading: 'A new booking',
    says: `${memberOf(slot)} has booked a ${kindInside(slot)} with you.`,
    blocks: [
      factsOf(slot, ...memberRows(slot)),
      ...meeting(slot, context),
      ...links(slot, context),
    ],
    calendars: [entry('REQUEST', slot, context)],
  })),
  mentor_moved: letter(
    {
      ...slotEntries,
      ...whoEntries,
      from: v.object({ ...timeEntries, slot: v.string(), taken: v.number() }),
    },
    (slot, context) => ({
      subject: subjectOf('New time', slot),
      preview: `${memberOf(slot)} has moved from ${timeOf(slot.from)}.`,
      heading: 'A booking has moved',
      says: `${memberOf(slot)} has moved from one of your times to another.`,
      blocks: [
        factsOf(slot, ['Old time', timeOf(slot.from)], ...memberRows(slot)),
        slot.from.taken === 0
          ? 'No one else has booked the old time.'
          : `You still have ${countInWords(slot.from.taken, 'member')} booked at the old time.`,
        ...meeting(slot, context),
        ...links(slot, context),
      ],
      calendars: [
        entry('REQUEST', slot, context),
        ...(slot.from.taken === 0 ? [entry('CANCEL', slot, context, slot.from)] : []),
      ],
    }),
  ),
  mentor_cancelled: letter({ ...slotEntries, ...whoEntries }, (slot, context) => ({
    // A GD with other bookings still takes place.
    subject: subjectOf(slot.taken === 0 ? 'Cancelled' : 'One booking cancelled', slot),
    preview: `${memberOf(slot)} will not join. ${whoIsLeft(slot)}`,
    heading: 'A booking was cancelled',
    says: `${memberOf(slot)} will not join your ${kindInside(slot)}. ${whoIsLeft(slot)}`,
    blocks: [
      factsOf(slot),
      ...(slot.taken === 0
        ? ['If someone books this time again, we will let you know.', ownPage(slot, context)]
        : [...meeting(slot, context), ...links(slot, context)]),
    ],
    ...(slot.taken === 0 && { calendars: [entry('CANCEL', slot, context)] }),
  })),
  mentor_called_off: letter(
    { ...slotEntries, called_off_by: v.picklist(['mentor', 'too_few', 'us']) },
    (slot, context) => ({
      subject: subjectOf('Cancelled', slot),
      preview: reasons[slot.called_off_by],
      heading: 'Your session is cancelled',
      says: `Your ${kindInside(slot)} will not take place. ${reasons[slot.called_off_by]}`,
      blocks: [factsOf(slot), ownPage(slot, context), question(context)],
      calendars: [entry('CANCEL', slot, context, raised(slot))],
    }),
  ),
  mentor_replaced: letter(slotEntries, (slot, context) => ({
    subject: subjectOf('Taken over', slot),
    preview: 'Another mentor is taking over. You don’t need to do anything.',
    heading: 'Another mentor is taking over',
    says: `You don’t need to do anything more for this ${kindInside(slot)}. Thank you!`,
    blocks: [factsOf(slot), ownPage(slot, context), question(context)],
    calendars: [entry('CANCEL', slot, context, raised(slot))],
  })),
  // The next two emails are queued with the first booking, so they cannot say how many members have booked.
  mentor_feedback: letter(slotEntries, (slot, context) => ({
    subject: subjectOf('Your feedback, please', slot),
    preview: 'It takes about five minutes per member. Your feedback page is open.',
    heading: 'Your feedback, please',
    says: `Please give your feedback after this ${kindInside(slot)}. The link below opens a page with everyone who booked and the files they added.`,
    blocks: [
      { rows: timeRows(slot) },
      `Members practise with what you write. It takes about five minutes per member, and you can correct it for ${lasting('mentor link')}.`,
      ...(slot.kind === 'gd'
        ? [`In a GD you score ${scoredWords('gd')}, and the page shows the topic.`]
        : []),
      { button: 'Give feedback', href: context.mentorLink.session('feedback', linkOf(slot)) },
      ...(slot.meeting_url === null
        ? []
        : [
            {
              note: 'Not in the meeting yet?',
              link: { label: 'Open the meeting', href: slot.meeting_url },
            },
          ]),
      ownPage(slot, context),
      { note: 'These links are only for you, so please do not forward this email.' },
    ],
  })),
  mentor_feedback_late: letter(slotEntries, (slot, context) => ({
    subject: subjectOf('Feedback missing', slot),
    preview: 'We promise members feedback soon after each session.',
    heading: 'Your feedback is still missing',
    says: `We promise members feedback soon after each session, and yours for this ${kindInside(slot)} is not finished yet.`,
    blocks: [
      { rows: timeRows(slot) },
      { button: 'Give feedback', href: context.mentorLink.session('feedback', linkOf(slot)) },
      ownPage(slot, context),
      { note: `Did the session not take place? Write to ${context.seller.email}.` },
    ],
  })),
  mentor_day: letter(
    { ...pageEntries, sessions: v.tupleWithRest([daySession], daySession) },
    ({ sessions, ...to }, context) => {
      const [first, ...others] = sessions;
      const what = others.length === 0 ? kindInside(first) : `${sessions.length} sessions`;
      return {
        subject: `Tomorrow: ${what}, from ${indiaTime(first.starts_at)} (India time)`,
        preview: 'Your page shows who is joining, their files and the meeting link.',
        heading: 'Your sessions tomorrow',
        says: 'Your page shows who is joining, their files and the meeting link.',
        blocks: [
          {
            rows: sessions.map((session) => [
              session.kind === 'gd' ? `${kindOf(session)}, ${seatsOf(session)}` : kindOf(session),
              timeOf(session),
            ]),
          },
          toPage(to, context),
          { note: 'Can’t make it? Please cancel the session there, today if you can.' },
          { note: 'The link is only for you, so please do not forward this email.' },
        ],
      };
    },
  ),
  mentor_page: letter(pageEntries, (to, context) => ({
    subject: `Your page at ${context.seller.name}`,
    preview: 'Offer new times, see who is joining, and pause while you are away.',
    heading: 'Your page for sessions and times',
    says: 'The link below opens your own page. You don’t need a password.',
    blocks: [
      'There you can open the same times every week, close those that no one has booked, see who is joining, give missing feedback, set your meeting link, and pause while you are away.',
      toPage(to, context),
      {
        note: `The link works for ${lasting('mentor page')}, and each of our emails has a new one. It is only for you, so please do not forward this email.`,
      },
      question(context),
    ],
  })),
  mentor_reported: letter({ ...slotEntries, answer_until: moment }, (slot, context) => ({
    subject: subjectOf('Please answer', slot),
    preview: `A member says that you did not join. Answer by ${formatMoment(slot.answer_until)}.`,
    heading: 'Were you there?',
    says: `A member has told us that you did not join your ${kindInside(slot)}.`,
    blocks: [
      { rows: timeRows(slot) },
      `If you were there, please say so on your page by ${formatMoment(slot.answer_until)}, and one of our team will look into it. If we do not hear from you by then, we will return the session to the member.`,
      toPage(slot, context),
      question(context),
    ],
  })),
};
