import { sessionsOnDesk } from '../../../domain/bookings/session-kinds.ts';
import { count } from '../../../domain/words/count.ts';
import { formatDay, indiaWeek } from '../../../domain/words/dates.ts';
import { serverNow } from '../../../lib/clock.ts';
import {
  button,
  column,
  field,
  list,
  rowButton,
  screenAddress,
  textOf,
  type DeskAction,
  type DeskList,
  type DeskScreen,
  type Options,
} from '../desk-screen.ts';
import { weekdays } from '../../../domain/words/weekdays.ts';
import { kindColumn, mentorOptions, person, slotColumns, toMember } from './common.ts';
import { mentorWords } from './mentors.ts';

const mentors = list('mentors', 'Mentors', 'No mentors yet. Add one under Mentors.', {
  folded: true,
  columns: [
    column('name', 'Name'),
    column('institute', 'Institute'),
    column('state', 'State', mentorWords),
    column('upcoming', 'Upcoming'),
  ],
});

const onTime: readonly DeskAction[] = [
  rowButton('cancel_slot', 'Close', 'slot', {
    asks: (row) =>
      Number(row['taken']) > 0
        ? `Call it off? It is booked by ${textOf(row['members'])}. They are told and get the session back.`
        : 'Close this time? Nobody has booked it.',
    final: true,
  }),
  rowButton('replace_mentor', 'Another mentor', 'slot', {
    fields: [field('mentor', 'Mentor', 'choice', { rows: mentorOptions })],
    asks: () => 'Both mentors and every member are told.',
  }),
  rowButton('set_gd_topic', 'Topic', 'slot', {
    button: 'Set the topic',
    fields: [
      field('topic', 'What they discuss', 'text', {
        limit: 'slots_topic_check',
        hint: 'Choose one from the preparation room, or write your own. Members read it at the start.',
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
const weekOf = (day: string, weeks: number) => indiaWeek(Date.parse(day) + weeks * 7 * 86_400_000);

/** All mentors' times, as an agenda, a week or a list. Shows every time, the booked ones, or those with a free seat. */
function calendar(query: URLSearchParams): DeskList {
  const chosen = (name: string, of: Options, first: string) => {
    const value = query.get(name) ?? '';
    return value in of ? value : first;
  };
  const view = chosen('view', views, 'agenda');
  const show = chosen('show', shows, 'all');
  const week = query.get('week') ?? indiaWeek(serverNow());
  const to = (more: Record<string, string>) => screenAddress('sessions', { view, show, ...more });
  const choice = (name: string, of: Options, now: string) =>
    Object.entries(of).map(([value, label]) =>
      value === now ? { label } : { label, href: to({ [name]: value }) },
    );
  const titles: Options = { agenda: 'Agenda', list: 'Open times' };
  return list(
    'future_slots',
    titles[view] ?? `Week of ${formatDay(week)}`,
    show === 'booked'
      ? 'Nobody has booked a session.'
      : 'No times are open. Open some, so that members can book.',
    {
      args: { ...(show !== 'all' && { show }), ...(view === 'week' && { week }) },
      links: [
        choice('view', views, view),
        choice('show', shows, show),
        ...(view === 'week'
          ? [
              [
                { label: 'Earlier', href: to({ week: weekOf(week, -1) }) },
                { label: 'Later', href: to({ week: weekOf(week, 1) }) },
              ],
            ]
          : []),
      ],
      ...(view === 'list'
        ? {
            file: 'times',
            together: {
              action: 'cancel_slots',
              label: 'Close',
              arg: 'slots',
              column: 'slot',
              asks: () =>
                'Close the chosen times? Members who booked one are told and get the session back.',
              final: true,
            },
          }
        : { look: view === 'week' ? 'week' : 'agenda' }),
      columns: [
        ...slotColumns,
        column('minimum', 'Minimum', { 1: '' }),
        column('topic', 'Topic'),
        column('members', 'Who'),
      ],
      actions: onTime,
    },
  );
}

/** Buttons for a free interview that waits for approval or was declined. */
export const onFreeInterview = (email: string) => [
  button('grant_free_interview', 'Give', {
    args: { member: email },
    when: ({ state }) => state === 'waiting' || state === 'declined',
  }),
  button('decline_free_interview', 'Decline', {
    args: { member: email },
    asks: (row) => `Decline it for ${person(row, email)}? They cannot ask again.`,
    when: ({ state }) => state === 'waiting',
  }),
];

export const sessions: DeskScreen = {
  name: 'sessions',
  label: 'Sessions',
  actions: [
    button('open_slots', 'Open times', {
      fields: [
        field('mentor', 'Mentor', 'choice', { rows: mentorOptions }),
        field('kind', 'What', 'choice', { options: sessionsOnDesk }),
        field('weekdays', 'On', 'weekdays'),
        field('at', 'At (India time)', 'clock'),
        field('minutes', 'Minutes', 'number', { limit: 'slots_minutes_check', start: () => '45' }),
        field('from_day', 'From', 'day'),
        field('to_day', 'To', 'day'),
        field('seats', 'Seats of a group discussion', 'number', { optional: true }),
        field('minimum', 'Fewest people needed', 'number', { optional: true }),
      ],
      preview: {
        list: 'slot_preview',
        takes: ['mentor', 'kind', 'weekdays', 'at', 'minutes', 'from_day', 'to_day'],
        title: 'The times that open',
        compact: true,
        empty: 'No times: none of these days of the week is between the two dates.',
        columns: [column('starts', 'When', 'moment'), column('clash', 'Left out, because')],
      },
    }),
    button('add_large_domain', 'Add a college', {
      fields: [
        field('domain', 'Domain of its e-mail addresses', 'text', {
          hint: 'For example iimb.ac.in. The limit of free interviews for one domain then does not apply to it.',
        }),
      ],
    }),
  ],
  lists: (query) => [
    list('missing_mentors', 'The mentor did not come', 'No reports.', {
      quiet: true,
      columns: [
        column('started', 'Session'),
        column('mentor', 'Mentor'),
        column('member', 'Member'),
        column('reported_at', 'Reported', 'moment'),
        column('comes_back_at', 'Given back automatically', 'moment'),
        column('answer', 'The mentor says', 'lines'),
      ],
      leadsTo: toMember,
      actions: [
        rowButton('mentor_came', 'It took place', 'booking', {
          asks: (row) =>
            `The session of ${textOf(row['started'])} counts as used. Nobody is told, so write to ${person(row)}.`,
          final: true,
        }),
        rowButton('give_session_back', 'Give back', 'booking', {
          asks: (row) => `Give ${person(row)} the session of ${textOf(row['started'])} back?`,
          final: true,
        }),
        rowButton('refund_session', 'Refund it', 'booking', {
          asks: (row) =>
            `Refund the price of the session of ${textOf(row['started'])} to ${person(row)}?`,
        }),
      ],
    }),
    list('late_feedback', 'Late feedback', 'None.', {
      quiet: true,
      columns: [
        column('started', 'Session'),
        kindColumn,
        column('mentor', 'Mentor'),
        column('email', 'Mentor’s e-mail'),
      ],
      actions: [
        rowButton('new_feedback_link', 'Send a new link', 'slot', {
          asks: (row) => `Send ${textOf(row['mentor'])} a new link? The earlier one stops working.`,
        }),
      ],
    }),
    calendar(query),
    list('unfilled_gds', 'Group discussions with too few people', 'None.', {
      folded: true,
      columns: [
        column('starts', 'When'),
        column('taken', 'Booked'),
        column('minimum', 'Minimum'),
        column('decided_in', 'Decided in', 'span'),
        column('mentor', 'Mentor'),
      ],
    }),
    list(
      'gd_topics',
      'Topics for group discussions',
      'None is published. Write some under Words: a discussion for which you choose no topic gets one of them.',
      {
        folded: true,
        columns: [column('topic', 'Topic'), column('used', 'Used')],
      },
    ),
    list('free_interviews', 'Free interviews', 'Nobody has asked.', {
      folded: true,
      columns: [
        column('member', 'Member'),
        column('name', 'Name'),
        column('state', 'State', {
          waiting: 'Waiting for you',
          given: 'Given',
          declined: 'Declined',
        }),
        column('asked_at', 'Asked', 'moment'),
        column('phonenumber', 'Phone'),
        column('of_domain', 'With the same domain'),
      ],
      leadsTo: toMember,
      actions: onFreeInterview('member'),
    }),
    list('large_domains', 'Domains without a limit', 'None.', {
      folded: true,
      columns: [column('domain', 'Domain')],
      actions: [
        rowButton('remove_large_domain', 'Remove', 'domain', {
          asks: (row) =>
            `Give at most ten free interviews to addresses of ${textOf(row['domain'])}?`,
        }),
      ],
    }),
    list('waiting_members', 'Members who wait for a time', 'Nobody is waiting.', {
      folded: true,
      columns: [
        kindColumn,
        column('weekday', 'Day', Object.fromEntries(weekdays)),
        column('members', 'Members'),
      ],
    }),
    mentors,
  ],
};
