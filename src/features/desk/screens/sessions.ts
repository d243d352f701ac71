import { count } from '../../../domain/words/count.ts';
import { button, list, textOf, type DeskScreen } from '../desk-screen.ts';
import { weekdays } from '../../../domain/words/weekdays.ts';
import { kindColumn, kindWords, mentorOptions, person, slotColumns, toMember } from './common.ts';
import { mentorWords } from './mentors.ts';

const mentors = list('mentors', 'Mentors', 'No mentors yet. Add one under Mentors.', {
  folded: true,
  columns: [
    { name: 'name', label: 'Name' },
    { name: 'institute', label: 'Institute' },
    { name: 'state', label: 'State', words: mentorWords },
    { name: 'upcoming', label: 'Upcoming' },
  ],
});

const calendar = list(
  'future_slots',
  'Open times',
  'No times are open. Open some, so that members can book.',
  {
    file: 'times',
    columns: [
      ...slotColumns,
      { name: 'minimum', label: 'Minimum', words: { 1: '' } },
      { name: 'topic', label: 'Topic' },
      { name: 'members', label: 'Who' },
    ],
    together: {
      action: 'cancel_slots',
      label: 'Close',
      arg: 'slots',
      column: 'slot',
      asks: () =>
        'Close the chosen times? Members who booked one are told and get the session back.',
      final: true,
    },
    actions: [
      button('cancel_slot', 'Close', {
        args: { slot: 'slot' },
        asks: (row) =>
          Number(row['taken']) > 0
            ? `Call it off? It is booked by ${textOf(row['members'])}. They are told and get the session back.`
            : 'Close this time? Nobody has booked it.',
        final: true,
      }),
      button('replace_mentor', 'Another mentor', {
        args: { slot: 'slot' },
        fields: [{ name: 'mentor', label: 'Mentor', kind: 'choice', rows: mentorOptions }],
        asks: () => 'Both mentors and every member are told.',
      }),
      button('set_gd_topic', 'Topic', {
        button: 'Set the topic',
        args: { slot: 'slot' },
        fields: [
          {
            name: 'topic',
            label: 'What they discuss',
            kind: 'text',
            hint: 'Choose one from the preparation room, or write your own. Members read it at the start.',
            rows: {
              list: 'gd_topics',
              value: 'topic',
              label: (row) => `Used ${count(Number(row['used']), 'time')}`,
            },
          },
        ],
        filled: true,
        when: ({ kind: what }) => what === 'gd',
      }),
    ],
  },
);

/** The buttons of a free interview that is waiting or was declined. */
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
        { name: 'mentor', label: 'Mentor', kind: 'choice', rows: mentorOptions },
        { name: 'kind', label: 'What', kind: 'choice', options: kindWords },
        { name: 'weekdays', label: 'On', kind: 'weekdays' },
        { name: 'at', label: 'At (India time)', kind: 'clock' },
        { name: 'minutes', label: 'Minutes', kind: 'number', start: () => '45' },
        { name: 'from_day', label: 'From', kind: 'day' },
        { name: 'to_day', label: 'To', kind: 'day' },
        { name: 'seats', label: 'Seats of a group discussion', kind: 'number', optional: true },
        {
          name: 'minimum',
          label: 'Fewest people needed',
          kind: 'number',
          optional: true,
        },
      ],
      preview: {
        list: 'slot_preview',
        takes: ['mentor', 'kind', 'weekdays', 'at', 'minutes', 'from_day', 'to_day'],
        title: 'The times that open',
        compact: true,
        empty: 'No times: none of these days of the week is between the two dates.',
        columns: [
          { name: 'starts', label: 'When', kind: 'moment' },
          { name: 'clash', label: 'Left out, because' },
        ],
      },
    }),
    button('add_large_domain', 'Add a college', {
      fields: [
        {
          name: 'domain',
          label: 'Domain of its e-mail addresses',
          kind: 'text',
          hint: 'For example iimb.ac.in. The limit of free interviews for one domain then does not apply to it.',
        },
      ],
    }),
  ],
  lists: () => [
    list('missing_mentors', 'The mentor did not come', 'No reports.', {
      columns: [
        { name: 'started', label: 'Session' },
        { name: 'mentor', label: 'Mentor' },
        { name: 'member', label: 'Member' },
        { name: 'reported_at', label: 'Reported', kind: 'moment' },
        { name: 'comes_back_at', label: 'Given back automatically', kind: 'moment' },
        { name: 'answer', label: 'The mentor says', kind: 'lines' },
      ],
      leadsTo: toMember,
      actions: [
        button('mentor_came', 'It took place', {
          args: { booking: 'booking' },
          asks: (row) =>
            `The session of ${textOf(row['started'])} counts as used. Nobody is told, so write to ${person(row)}.`,
          final: true,
        }),
        button('give_session_back', 'Give back', {
          args: { booking: 'booking' },
          asks: (row) => `Give ${person(row)} the session of ${textOf(row['started'])} back?`,
          final: true,
        }),
        button('refund_session', 'Refund it', {
          args: { booking: 'booking' },
          asks: (row) =>
            `Refund the price of the session of ${textOf(row['started'])} to ${person(row)}?`,
        }),
      ],
    }),
    list('late_feedback', 'Late feedback', 'None.', {
      columns: [
        { name: 'started', label: 'Session' },
        kindColumn,
        { name: 'mentor', label: 'Mentor' },
        { name: 'email', label: 'Mentor’s e-mail' },
      ],
      actions: [
        button('new_feedback_link', 'Send a new link', {
          args: { slot: 'slot' },
          asks: (row) => `Send ${textOf(row['mentor'])} a new link? The earlier one stops working.`,
        }),
      ],
    }),
    list('unfilled_gds', 'Group discussions with too few people', 'None.', {
      folded: true,
      columns: [
        { name: 'starts', label: 'When' },
        { name: 'taken', label: 'Booked' },
        { name: 'minimum', label: 'Minimum' },
        { name: 'decided_in', label: 'Decided in', kind: 'span' },
        { name: 'mentor', label: 'Mentor' },
      ],
    }),
    list(
      'gd_topics',
      'Topics for group discussions',
      'None is published. Write some under Words: a discussion for which you choose no topic gets one of them.',
      {
        folded: true,
        columns: [
          { name: 'topic', label: 'Topic' },
          { name: 'used', label: 'Used' },
        ],
      },
    ),
    list('free_interviews', 'Free interviews', 'Nobody has asked.', {
      folded: true,
      columns: [
        { name: 'member', label: 'Member' },
        { name: 'name', label: 'Name' },
        {
          name: 'state',
          label: 'State',
          words: { waiting: 'Waiting for you', given: 'Given', declined: 'Declined' },
        },
        { name: 'asked_at', label: 'Asked', kind: 'moment' },
        { name: 'phonenumber', label: 'Phone' },
        { name: 'of_domain', label: 'With the same domain' },
      ],
      leadsTo: toMember,
      actions: onFreeInterview('member'),
    }),
    list('large_domains', 'Domains without a limit', 'None.', {
      folded: true,
      columns: [{ name: 'domain', label: 'Domain' }],
      actions: [
        button('remove_large_domain', 'Remove', {
          args: { domain: 'domain' },
          asks: (row) =>
            `Give at most ten free interviews to addresses of ${textOf(row['domain'])}?`,
        }),
      ],
    }),
    calendar,
    list('waiting_members', 'Members who wait for a time', 'Nobody is waiting.', {
      folded: true,
      columns: [
        kindColumn,
        { name: 'weekday', label: 'Day', words: Object.fromEntries(weekdays) },
        { name: 'members', label: 'Members' },
      ],
    }),
    mentors,
  ],
};
