import { sessionsOnDesk } from '../../../domain/bookings/session-kinds.ts';
import { count } from '../../../domain/words/count.ts';
import { indiaDay } from '../../../domain/words/dates.ts';
import { serverNow } from '../../../lib/clock.ts';
import {
  button,
  column,
  field,
  list,
  rowButton,
  screenAddress,
  shortDay,
  textOf,
  type DeskAction,
  type DeskList,
  type DeskScreen,
  type Options,
  type Row,
} from '../desk-screen.ts';
import { weekdays } from '../../../domain/words/weekdays.ts';
import {
  begunWith,
  kindColumn,
  mentorOptions,
  person,
  rupees,
  slotColumns,
  slotLabel,
  startOf,
  toMember,
} from './common.ts';

/** Only gives the forms their mentors; the screen does not show it. */
const mentors = list('mentors', 'Mentors', '', { quiet: true, hides: () => true, columns: [] });

/** A time to close, with the members who booked it. */
const bookedLabel = (row: Row) =>
  `${slotLabel(row)}${row['members'] && Number(row['taken']) > 0 ? `, booked by ${textOf(row['members'])}` : ''}`;

const onTime: readonly DeskAction[] = [
  rowButton('cancel_slot', 'Close time', 'slot', {
    asks: (row) =>
      Number(row['taken']) > 0
        ? `Close ${slotLabel(row)}? ${textOf(row['members'])} booked it. We will tell them, and they will keep their session.`
        : `Close ${slotLabel(row)}? No one has booked it, and no one will be able to book it.`,
    final: true,
  }),
  rowButton('replace_mentor', 'Change mentor', 'slot', {
    fields: [field('mentor', 'Mentor', 'choice', { rows: mentorOptions })],
    asks: (row) =>
      `Change the mentor of ${slotLabel(row)}. We will tell both mentors and every member who booked it.`,
  }),
  rowButton('set_gd_topic', 'Set topic', 'slot', {
    asks: (row) => `Set the topic of ${slotLabel(row)}.`,
    fields: [
      field('topic', 'Topic', 'text', {
        limit: 'slots_topic_check',
        hint: 'Choose one from the preparation room, or write your own. Members will read the topic at the start.',
        rows: {
          list: 'gd_topics',
          value: 'topic',
          label: (row) => `Used ${count(Number(row['used']), 'time')}`,
        },
      }),
    ],
    filled: true,
    when: ({ kind: what }) => what === 'gd',
  }),
];

const views = { agenda: 'Agenda', week: 'Week', list: 'List' };
const shows = { all: 'All', booked: 'Booked', free: 'Free' };
const weekOf = (day: string, weeks: number) => indiaDay(Date.parse(day) + weeks * 7 * 86_400_000);

/** All mentors' times, as an agenda, a week or a list. Shows all times, booked times, or times with a free seat. */
function calendar(query: URLSearchParams): DeskList {
  const chosen = (name: string, of: Options, first: string) => {
    const value = query.get(name) ?? '';
    return value in of ? value : first;
  };
  const view = chosen('view', views, 'agenda');
  const show = chosen('show', shows, 'all');
  const week = query.get('week') ?? indiaDay(serverNow());
  const mentor = query.get('mentor');
  const to = (more: Record<string, string>) =>
    screenAddress('sessions', { view, show, ...(mentor && { mentor }), ...more });
  const choice = (name: string, of: Options, now: string) =>
    Object.entries(of).map(([value, label]) =>
      value === now ? { label } : { label, href: to({ [name]: value }) },
    );
  const titles: Options = { agenda: 'Agenda', list: 'List of times' };
  return list(
    'future_slots',
    titles[view] ?? `Week of ${shortDay(week)}`,
    show === 'booked'
      ? 'No one has booked a session.'
      : 'No times are open. Open some so that members can book.',
    {
      ...(view !== 'week' && { untitled: true }),
      args: {
        ...(show !== 'all' && { show }),
        ...(view === 'week' && { week }),
        ...(mentor && { mentor }),
      },
      links: [
        choice('view', views, view),
        // The agenda has the booked sessions above the free times anyway.
        ...(view === 'agenda' && show === 'all' ? [] : [choice('show', shows, show)]),
        ...(mentor
          ? [
              [
                { label: 'One mentor' },
                { label: 'All mentors', href: screenAddress('sessions', { view, show }) },
              ],
            ]
          : []),
        ...(view === 'week'
          ? [
              [
                { label: 'Previous week', href: to({ week: weekOf(week, -1) }) },
                { label: 'Next week', href: to({ week: weekOf(week, 1) }) },
              ],
            ]
          : []),
      ],
      ...(view === 'list'
        ? {
            file: 'times',
            brief: true,
            together: {
              action: 'cancel_slots',
              label: 'Close times',
              arg: 'slots',
              column: 'slot',
              asks: (rows) =>
                `Close these times?\n${rows.map(bookedLabel).join('\n')}\n${
                  rows.some((row) => Number(row['taken']) > 0)
                    ? 'We will tell members who booked one, and they will keep their session.'
                    : 'No one has booked them.'
                }`,
              final: true,
            },
          }
        : { look: view === 'week' ? 'week' : 'agenda' }),
      columns: [
        ...slotColumns,
        { ...column('minimum', 'People needed', 'most'), words: { 1: '' } },
        column('topic', 'Topic'),
        column('members', 'Booked by'),
      ],
      actions: onTime,
    },
  );
}

/** The states of a request for a free interview that did not get one. */
export const freeRequestStates = {
  waiting: 'Waiting for you',
  declined: 'Declined',
  had_phone: 'Declined: someone with this phone number has had one',
  had_address: 'Declined: someone with this email address has had one',
} as const;

/** Buttons for a free interview that is waiting for approval or was declined. */
export const onFreeInterview = (email: string) => [
  button('grant_free_interview', 'Give free interview', {
    args: { member: email },
    when: ({ state }) => state === 'waiting' || state === 'declined',
  }),
  button('grant_free_interview', 'Give free interview anyway', {
    args: { member: email },
    asks: (row) =>
      `Give ${person(row, email)} a free interview? Someone with the same ${row['state'] === 'had_phone' ? 'phone number' : 'email address'} has had one.`,
    when: ({ state }) => state === 'had_phone' || state === 'had_address',
  }),
  button('decline_free_interview', 'Decline free interview', {
    args: { member: email },
    asks: (row) =>
      `Decline the free interview for ${person(row, email)}? They will not be able to ask again, but you can still give them one later.`,
    when: ({ state }) => state === 'waiting',
  }),
];

export const sessions: DeskScreen = {
  name: 'sessions',
  label: 'Sessions',
  purpose: 'Times, and sessions that went wrong.',
  actions: [
    button('open_slots', 'Open times', {
      asks: () => 'Members can book these times as soon as you open them.',
      fields: [
        field('mentor', 'Mentor', 'choice', {
          rows: mentorOptions,
          start: (_, rows) => begunWith('mentor', rows('mentors')),
        }),
        field('kind', 'Kind of session', 'choice', { options: sessionsOnDesk }),
        field('weekdays', 'Days of the week', 'weekdays'),
        field('at', 'Start (India time)', 'clock'),
        field('minutes', 'Length (minutes)', 'number', {
          limit: 'slots_minutes_check',
          start: () => '45',
        }),
        field('from_day', 'First day', 'day', { limit: 'times_too_far' }),
        field('to_day', 'Last day', 'day', { limit: 'times_too_far' }),
        field('seats', 'Seats', 'number', {
          optional: true,
          only: { field: 'kind', values: ['gd'] },
          hint: '10 if you leave it empty.',
        }),
        field('minimum', 'Minimum number of people', 'number', {
          optional: true,
          only: { field: 'kind', values: ['gd'] },
          hint: '4 if you leave it empty.',
        }),
      ],
      preview: {
        list: 'slot_preview',
        takes: ['mentor', 'kind', 'weekdays', 'at', 'minutes', 'from_day', 'to_day'],
        title: 'What will open, and what will not',
        compact: true,
        empty: 'No times: none of these days of the week falls between the first and the last day.',
        columns: [column('starts', 'When', 'moment'), column('clash', 'Left out, because')],
      },
    }),
    button('add_large_domain', 'Lift college limit', {
      tries: true,
      fields: [
        field('domain', 'The college’s email domain', 'text', {
          limit: 'not_a_domain',
          hint: 'The limit on free interviews for one domain then no longer applies to its students.',
        }),
      ],
    }),
  ],
  lists: (query) => [
    list('missing_mentors', 'The mentor did not join', 'No reports.', {
      quiet: true,
      columns: [
        column('starts', 'Session', 'moment'),
        column('mentor', 'Mentor'),
        column('member', 'Member', undefined, toMember),
        column('reported_at', 'Reported', 'moment'),
        column('comes_back_at', 'Session returns automatically', 'moment'),
        column('answer', 'The mentor says', 'lines'),
      ],
      actions: [
        rowButton('mentor_came', 'Reject report', 'booking', {
          asks: (row) =>
            `Reject the report? The session on ${startOf(row)} took place and counts as used. We will not tell anyone, so write to ${person(row)} yourself.`,
          final: true,
        }),
        rowButton('give_session_back', 'Return session to pack', 'booking', {
          asks: (row) =>
            `Return the session on ${startOf(row)} to the pack? ${person(row)} will then be able to book another one.`,
          final: true,
        }),
        rowButton('refund_session', 'Refund session', 'booking', {
          asks: (row) =>
            `Refund ${rupees(row, 'gives')} for the session on ${startOf(row)} to ${person(row)}? You can undo this under Money until we pay the refund, which we do within ten minutes.`,
          when: ({ gives }) => Boolean(gives),
        }),
      ],
    }),
    list('late_feedback', 'Late feedback', 'No feedback is late.', {
      quiet: true,
      columns: [
        column('starts', 'Session', 'moment'),
        kindColumn,
        column('mentor', 'Mentor'),
        column('email', 'Mentor’s email'),
      ],
      actions: [
        rowButton('new_feedback_link', 'Send new feedback link', 'slot', {
          asks: (row) =>
            `Send ${textOf(row['mentor'])} a new link for the feedback? The earlier link will stop working.`,
        }),
      ],
    }),
    calendar(query),
    list(
      'unfilled_gds',
      'Group discussions with too few people',
      'Every group discussion has enough people.',
      {
        quiet: true,
        columns: [
          column('starts', 'When', 'moment'),
          column('taken', 'Booked'),
          column('minimum', 'People needed'),
          column('decided_in', 'Cancelled in', 'span'),
          column('mentor', 'Mentor'),
        ],
      },
    ),
    list(
      'gd_topics',
      'Topics for group discussions',
      'No topics are published. Write some under Content and emails: a group discussion without a topic gets one of them.',
      {
        folded: true,
        columns: [column('topic', 'Topic'), column('used', 'Used')],
      },
    ),
    list('free_interviews', 'Free interviews', 'No one has asked for a free interview.', {
      folded: true,
      opens: ({ state }) => state === 'waiting',
      columns: [
        column('name', 'Name', undefined, toMember),
        column('member', 'Email'),
        column('state', 'Status', { ...freeRequestStates, given: 'Given' }),
        column('asked_at', 'Asked on', 'moment'),
        column('phonenumber', 'Phone'),
        column('of_domain', 'From the same domain'),
      ],
      actions: onFreeInterview('member'),
    }),
    list(
      'large_domains',
      'Colleges without a limit on free interviews',
      'There are no colleges on the list yet.',
      {
        folded: true,
        columns: [column('domain', 'Domain')],
        actions: [
          rowButton('remove_large_domain', 'Remove college', 'domain', {
            asks: (row) =>
              `Remove ${textOf(row['domain'])}? Its students will count towards the limit on free interviews again.`,
          }),
        ],
      },
    ),
    list('waiting_members', 'Members waiting for a time', 'No one is waiting.', {
      folded: true,
      opens: () => true,
      // A member counts on each day that they chose, so the number of rows is not the number of members.
      figures: true,
      columns: [
        kindColumn,
        column('weekday', 'Day', Object.fromEntries(weekdays)),
        column('members', 'Members'),
      ],
    }),
    mentors,
  ],
};
