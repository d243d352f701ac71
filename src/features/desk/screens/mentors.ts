import { count } from '../../../domain/words/count.ts';
import { indiaDay, indiaParts } from '../../../domain/words/dates.ts';
import { serverNow } from '../../../lib/clock.ts';
import {
  button,
  column,
  field,
  fieldIn,
  list,
  rowButton,
  screenAddress,
  textOf,
  type DeskField,
  type DeskScreen,
  type Options,
  type Row,
} from '../desk-screen.ts';
import { kindColumn } from './common.ts';

const ofMentor = fieldIn('mentors');

const openTimes = {
  next: ({ mentor }: Row) => ({
    label: 'Open times',
    href: screenAddress('sessions', {
      ...(mentor !== undefined && { mentor: textOf(mentor) }),
      do: 'open_slots',
    }),
  }),
};

const details: readonly DeskField[] = [
  ofMentor('name', 'Name', 'text'),
  ofMentor('institute', 'Institute', 'text'),
  ofMentor('email', 'Email', 'text'),
  ofMentor('meeting_url', 'Meeting link', 'text', {
    optional: true,
    hint: 'Leave it empty if each session gets its own room. With one link for all sessions, members of one can walk into the next.',
  }),
];

/** Options for this month and the eleven before it, each with its first day, in Indian time, as the value. */
function lastMonths(): Options {
  const [thisYear = 0, thisMonth = 0] = indiaDay(serverNow()).split('-').map(Number);
  const months = Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(thisYear, thisMonth - 1 - back, 1)).toISOString().slice(0, 10);
    const { shortMonth, year } = indiaParts(first);
    return [first, `${shortMonth} ${year}`] as const;
  });
  return Object.fromEntries(months);
}

/** Labels for a mentor's state. For a pause, the database adds the date until which it lasts. */
const mentorWords = { active: '', retired: 'Has left' };

// A mentor's row says only what is unusual.
const unlessNone = { 0: '' };

const state = (row: Row) => textOf(row['state']);

export const mentors: DeskScreen = {
  name: 'mentors',
  label: 'Mentors',
  purpose: 'Your mentors and the sessions they held.',
  actions: [
    button('add_mentor', 'Add a mentor', {
      ...openTimes,
      fields: details,
      asks: () => 'You can then open times for this mentor. Visitors will not see the mentor yet.',
    }),
  ],
  lists: (query) => [
    list('mentors', 'Mentors', 'No mentors yet.', {
      file: 'mentors',
      leads: true,
      columns: [
        column('name', 'Name', undefined, ({ mentor }) => ({
          label: 'Times',
          href: screenAddress('sessions', { mentor: textOf(mentor) }),
        })),
        column('institute', 'Institute'),
        column('state', 'Status', mentorWords),
        column('email', 'Email', undefined, ({ email }) => ({
          label: 'Write an email',
          href: `mailto:${textOf(email)}`,
        })),
        { ...column('meeting_url', 'Meeting link'), onlyInFile: true },
        column('upcoming', 'Upcoming', unlessNone),
        column('held_this_month', 'Held this month', unlessNone),
        {
          ...column('rating', 'Rating'),
          text: ({ rating, ratings }) => `${textOf(rating)} from ${textOf(ratings)}`,
        },
        { ...column('ratings', 'Ratings'), onlyInFile: true },
        column('missed', 'Did not join', unlessNone),
        { ...column('is_public', 'Shown to visitors', 'yes'), words: { true: '' } },
      ],
      actions: [
        rowButton('edit_mentor', 'Edit mentor', 'mentor', {
          button: 'Save mentor',
          asks: () => 'Emails that we have not sent yet will go to the new address.',
          fields: details,
          filled: true,
        }),
        rowButton('show_mentor', 'Edit public profile', 'mentor', {
          button: 'Save profile',
          asks: (row) =>
            `With the box ticked, visitors see ${textOf(row['name'])} on /buy and /mentors. The mentor must have agreed.`,
          fields: [
            ofMentor('batch', 'Batch (year)', 'number'),
            ofMentor('work', 'Work', 'text'),
            ofMentor('asks', 'What they ask about', 'text'),
            ofMentor('languages', 'Languages', 'text', { hint: 'For example: English, Hindi.' }),
            field('shown', 'Visitors see this mentor', 'yes', {
              // Ticked for a new profile, because an operator writes it in order to show it.
              start: ({ is_public, work }) => textOf(is_public === true || !work),
            }),
          ],
          filled: true,
        }),
        rowButton('send_mentor_link', 'Send page link', 'mentor', {
          asks: (row) =>
            `Mail ${textOf(row['name'])} the link to their own page? They can open and close times there.`,
          fields: [field('ends_earlier', 'Stop earlier links from working', 'yes')],
        }),
        rowButton('pause_mentor', 'Pause mentor', 'mentor', {
          fields: [field('until', 'Last day away', 'day', { limit: 'pause_too_long' })],
          asks: (row) =>
            `We will close ${textOf(row['name'])}’s free times up to and including this day. Booked sessions stay.`,
          when: (row) => state(row) === 'active',
        }),
        rowButton('resume_mentor', 'End pause', 'mentor', {
          ...openTimes,
          when: (row) => state(row).startsWith('paused'),
        }),
        rowButton('resume_mentor', 'Bring mentor back', 'mentor', {
          ...openTimes,
          when: (row) => state(row) === 'retired',
        }),
        rowButton('retire_mentor', 'Retire mentor', 'mentor', {
          asks: (row) =>
            `Retire ${textOf(row['name'])}? We will close their free times, and visitors will no longer see them. Booked sessions stay, and no new times will open.`,
          when: (row) => state(row) !== 'retired',
        }),
      ],
    }),
    list('mentor_sessions', 'Sessions held', 'No sessions in this month.', {
      file: 'sessions-held',
      filters: [{ name: 'month', label: 'Month', options: lastMonths }],
      args: { month: query.get('month') ?? indiaDay(serverNow()) },
      columns: [
        column('mentor', 'Mentor'),
        kindColumn,
        column('held', 'Held'),
        column('minutes', 'Minutes'),
        column('late_cancelled', 'Cancelled late', unlessNone),
        column('feedback_missing', 'Feedback missing', unlessNone),
      ],
      total: (rows) => {
        const sum = (name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);
        return `In all: ${count(sum('held'), 'session')}, ${count(sum('minutes'), 'minute')}`;
      },
    }),
    list('ratings', 'Ratings', 'No ratings yet.', {
      folded: true,
      columns: [
        column('rated_at', 'When', 'moment'),
        column('mentor', 'Mentor'),
        column('score', 'Score'),
        column('word', 'What the member wrote', 'lines'),
      ],
    }),
  ],
};
