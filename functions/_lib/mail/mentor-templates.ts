import * as v from 'valibot';
import { lasting } from '../../../src/domain/periods.ts';
import { countInWords } from '../../../src/domain/words/count.ts';
import { formatMoment, sessionTime } from '../../../src/domain/words/dates.ts';
import type { Block, CalendarPart } from './render.ts';
import { calendarOf, kindInside, kindOf, startOf, timeEntries, timeOf } from './session-words.ts';
import {
  letter,
  moment,
  optionalText,
  question,
  typed,
  type MailContext,
  type Templates,
} from './template.ts';

// The mails to mentors (§15.16). Their links are made when the mail is written, so no token is stored.

const slotEntries = {
  ...timeEntries,
  slot: v.string(),
  mentor_id: v.number(),
  version: v.number(),
  name: optionalText,
  seats: v.number(),
  taken: v.number(),
  meeting_url: v.optional(v.nullable(v.pipe(v.string(), v.startsWith('https://'), v.url())), null),
};
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
      text: 'The link to the meeting, the link to cancel and the link to give feedback are in our newest mail about this session.',
      attendee: shown.name,
    },
    context,
  );
}

const seatsOf = ({ taken, seats }: Slot) => `${taken} of ${seats} taken`;

const memberOf = ({ member }: { member: string | null }) => typed(member, 'A member');

const memberRows = (who: { member: string | null; member_institute: string | null }) =>
  [
    ['Member', memberOf(who)],
    ['Aims at', typed(who.member_institute, 'not said')],
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

function meeting({ meeting_url }: Slot, { seller }: MailContext): Block {
  return meeting_url === null
    ? `We have no meeting link for this session yet. Please send one to ${seller.email}.`
    : { button: 'Open the meeting', href: meeting_url };
}

const linkOf = ({ slot, mentor_id, version }: Slot) => ({ slot, mentor: mentor_id, version });

function links(slot: Slot, { mentorLink }: MailContext): Block[] {
  return [
    {
      note: `From ${lasting('mentor files')} before the session you can read what was added for you, such as a CV; from its start, and for ${lasting('mentor link')}, you can give feedback:`,
      link: { label: 'the page of this session', href: mentorLink('feedback', linkOf(slot)) },
    },
    {
      note: 'You cannot come? Then please',
      link: { label: 'call the session off', href: mentorLink('cancel', linkOf(slot)) },
    },
    {
      note: 'These links are yours alone. Whoever has them can act for you, so please do not forward this mail.',
    },
  ];
}

const reasons = {
  mentor: 'You called it off, and everybody who had booked is told.',
  too_few: 'Too few people have booked it.',
  us: 'We had to call it off.',
} as const;

/** A slot that ended is told as it was before, and a calendar takes a cancellation only with a higher number. */
const raised = ({ sequence }: Slot) => ({ sequence: sequence + 1 });

/** The mails to mentors, by kind. */
export const mentorTemplates: Templates = {
  mentor_booked: letter({ ...slotEntries, ...whoEntries }, (slot, context) => ({
    subject: `New booking: ${kindInside(slot)} on ${startOf(slot)}`,
    preview: `${memberOf(slot)} has booked.`,
    heading: 'A new booking',
    says: `${memberOf(slot)} has booked your ${kindInside(slot)}.`,
    blocks: [factsOf(slot, ...memberRows(slot)), meeting(slot, context), ...links(slot, context)],
    calendars: [entry('REQUEST', slot, context)],
  })),
  mentor_moved: letter(
    {
      ...slotEntries,
      ...whoEntries,
      from_slot: v.string(),
      from_sequence: v.number(),
      from_taken: v.number(),
      from_starts_at: moment,
      from_ends_at: moment,
    },
    (slot, context) => ({
      subject: `Moved: ${kindInside(slot)} to ${startOf(slot)}`,
      preview: `Before: ${sessionTime(slot.from_starts_at, slot.from_ends_at)}.`,
      heading: 'A booking was moved',
      says: `${memberOf(slot)} has moved from one of your times to another.`,
      blocks: [
        factsOf(
          slot,
          ['Before', sessionTime(slot.from_starts_at, slot.from_ends_at)],
          ...memberRows(slot),
        ),
        slot.from_taken === 0
          ? 'Nobody is booked at the earlier time any more.'
          : `At the earlier time you still expect ${countInWords(slot.from_taken, 'member')}.`,
        meeting(slot, context),
        ...links(slot, context),
      ],
      calendars: [
        entry('REQUEST', slot, context),
        ...(slot.from_taken === 0
          ? [
              entry('CANCEL', slot, context, {
                slot: slot.from_slot,
                sequence: slot.from_sequence,
                starts_at: slot.from_starts_at,
                ends_at: slot.from_ends_at,
              }),
            ]
          : []),
      ],
    }),
  ),
  mentor_cancelled: letter({ ...slotEntries, ...whoEntries }, (slot, context) => ({
    subject: `Cancelled: ${kindInside(slot)} on ${startOf(slot)}`,
    preview: slot.taken === 0 ? 'Nobody is booked any more.' : seatsOf(slot),
    heading: 'A booking was cancelled',
    says: `${memberOf(slot)} is no longer coming to your ${kindInside(slot)}.`,
    blocks: [
      factsOf(slot),
      ...(slot.taken === 0
        ? ['Nobody is booked at this time now. If somebody books it again, we write to you.']
        : [
            `You still expect ${countInWords(slot.taken, 'member')}.`,
            meeting(slot, context),
            ...links(slot, context),
          ]),
    ],
    ...(slot.taken === 0 && { calendars: [entry('CANCEL', slot, context)] }),
  })),
  mentor_called_off: letter(
    { ...slotEntries, called_off_by: v.picklist(['mentor', 'too_few', 'us']) },
    (slot, context) => ({
      subject: `Called off: ${kindInside(slot)} on ${startOf(slot)}`,
      preview: reasons[slot.called_off_by],
      heading: 'A session is called off',
      says: `Your ${kindInside(slot)} will not take place. ${reasons[slot.called_off_by]}`,
      blocks: [factsOf(slot), question(context)],
      calendars: [entry('CANCEL', slot, context, raised(slot))],
    }),
  ),
  mentor_replaced: letter(slotEntries, (slot, context) => ({
    subject: `Another mentor holds the ${kindInside(slot)} on ${startOf(slot)}`,
    preview: 'There is nothing left to do for you.',
    heading: 'Another mentor takes over',
    says: `Another mentor holds this ${kindInside(slot)}, so there is nothing left to do for you. Thank you!`,
    blocks: [factsOf(slot), question(context)],
    calendars: [entry('CANCEL', slot, context, raised(slot))],
  })),
  // Both wait for their time from the first booking on, so they say nothing of how many are booked.
  mentor_feedback: letter(slotEntries, (slot, context) => ({
    subject: `Feedback on the ${kindInside(slot)} of ${startOf(slot)}`,
    preview: 'The link to the feedback page works from now on.',
    heading: 'Your feedback, please',
    says: `Your ${kindInside(slot)} begins. The page behind the button shows everybody who booked, with the files they added, and takes your feedback when it is over.`,
    blocks: [
      { rows: timeRows(slot) },
      `Members wait for it: what you write is what they practise with. It takes about five minutes for each of them, and you can correct it for ${lasting('mentor link')}.`,
      { button: 'Give feedback', href: context.mentorLink('feedback', linkOf(slot)) },
      ...(slot.meeting_url === null
        ? []
        : [
            {
              note: 'Still on your way?',
              link: { label: 'Open the meeting', href: slot.meeting_url },
            },
          ]),
      { note: 'This link is yours alone, so please do not forward this mail.' },
    ],
  })),
  mentor_reported: letter({ ...slotEntries, answer_by: moment }, (slot, context) => ({
    subject: `A member says that you did not come: ${kindInside(slot)} of ${startOf(slot)}`,
    preview: 'Were you there? Then give your feedback; otherwise there is nothing to do.',
    heading: 'Did the session take place?',
    says: `A member says that you did not come to this ${kindInside(slot)}. If you were there, give your feedback by ${formatMoment(slot.answer_by)}. Otherwise the session is given back to the member then.`,
    blocks: [
      { rows: timeRows(slot) },
      { button: 'I was there: give feedback', href: context.mentorLink('feedback', linkOf(slot)) },
      { note: `Was it something else? Write to ${context.seller.email}.` },
    ],
  })),
  mentor_feedback_late: letter(slotEntries, (slot, context) => ({
    subject: `Still missing: feedback on the ${kindInside(slot)} of ${startOf(slot)}`,
    preview: 'We promise members their feedback soon after the session.',
    heading: 'Your feedback is still missing',
    says: `We promise members their feedback soon after the session, and yours on this ${kindInside(slot)} is not complete yet.`,
    blocks: [
      { rows: timeRows(slot) },
      { button: 'Give feedback', href: context.mentorLink('feedback', linkOf(slot)) },
      { note: `Did the session not take place? Write to ${context.seller.email}.` },
    ],
  })),
};
