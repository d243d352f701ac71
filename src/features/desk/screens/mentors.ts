import { formatParts, indiaDay } from '../../../domain/words/dates.ts';
import { serverNow } from '../../../lib/clock.ts';
import {
  button,
  column,
  field,
  fieldIn,
  list,
  rowButton,
  textOf,
  type DeskField,
  type DeskScreen,
  type Options,
  type Row,
} from '../desk-screen.ts';
import { kindColumn } from './common.ts';

const ofMentor = fieldIn('mentors');

const details: readonly DeskField[] = [
  ofMentor('name', 'Name', 'text'),
  ofMentor('institute', 'Institute', 'text'),
  ofMentor('email', 'E-mail', 'text'),
  ofMentor('meeting_url', 'Meeting link', 'text', {
    optional: true,
    hint: 'Better left empty if sessions get rooms of their own: with one link, the people of one can enter the next.',
  }),
];

/** Options for this month and the eleven before it, each with its first day in India as the value. */
function lastMonths(): Options {
  const [year = 0, month = 0] = indiaDay(serverNow()).split('-').map(Number);
  const months = Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
    return [first, formatParts(first, { month: 'long', year: 'numeric' })] as const;
  });
  return Object.fromEntries(months);
}

/** A mentor's state. For a pause, the database says until when. */
export const mentorWords = { active: 'Active', retired: 'Has left' };

const state = (row: Row) => textOf(row['state']);

export const mentors: DeskScreen = {
  name: 'mentors',
  label: 'Mentors',
  actions: [button('add_mentor', 'Add a mentor', { fields: details })],
  lists: (query) => [
    list('mentors', 'Mentors', 'No mentors yet.', {
      file: 'mentors',
      columns: [
        column('name', 'Name'),
        column('institute', 'Institute'),
        column('state', 'State', mentorWords),
        column('email', 'E-mail'),
        column('meeting_url', 'Meeting link'),
        column('upcoming', 'Upcoming'),
        column('held_this_month', 'Held this month'),
        column('rating', 'Rating'),
        column('ratings', 'Ratings'),
        column('missed', 'Did not come'),
        column('is_public', 'Shown on the site', 'yes'),
      ],
      actions: [
        rowButton('edit_mentor', 'Edit', 'mentor', {
          button: 'Save the changes',
          fields: details,
          filled: true,
        }),
        rowButton('show_mentor', 'Show on the site', 'mentor', {
          asks: (row) => `Show ${textOf(row['name'])} to visitors? They must have agreed.`,
          fields: [
            ofMentor('batch', 'Batch (year)', 'number'),
            ofMentor('work', 'Work', 'text'),
            ofMentor('asks', 'What they ask about', 'text'),
            ofMentor('languages', 'Languages', 'text', { hint: 'For example English, Hindi.' }),
            field('shown', 'Visitors see them', 'yes', { start: () => 'true' }),
          ],
          filled: true,
        }),
        rowButton('send_mentor_link', 'Send the page’s link', 'mentor', {
          asks: (row) =>
            `${textOf(row['name'])} gets a mail with the link to their own page, where they open and close times.`,
          fields: [field('ends_earlier', 'Earlier links stop working', 'yes')],
        }),
        rowButton('pause_mentor', 'Pause', 'mentor', {
          fields: [field('until', 'Until', 'day', { limit: 'pause_too_long' })],
          asks: (row) =>
            `Free times of ${textOf(row['name'])} until that day are closed. Booked ones stay.`,
          when: (row) => state(row) === 'active',
        }),
        rowButton('resume_mentor', 'End the pause', 'mentor', {
          when: (row) => state(row).startsWith('paused'),
        }),
        rowButton('resume_mentor', 'Has returned', 'mentor', {
          when: (row) => state(row) === 'retired',
        }),
        rowButton('retire_mentor', 'Retire', 'mentor', {
          asks: (row) =>
            `Retire ${textOf(row['name'])}? Free times are closed, booked ones stay, and no new ones open.`,
          when: (row) => state(row) !== 'retired',
        }),
      ],
    }),
    list('mentor_sessions', 'Sessions held', 'None in this month.', {
      file: 'sessions-held',
      filters: [{ name: 'month', label: 'Sessions held in', options: lastMonths }],
      args: { month: query.get('month') ?? indiaDay(serverNow()) },
      columns: [
        column('mentor', 'Mentor'),
        kindColumn,
        column('held', 'Held'),
        column('minutes', 'Minutes'),
        column('late_cancelled', 'Cancelled late'),
        column('feedback_missing', 'Feedback missing'),
      ],
    }),
    list('ratings', 'Ratings', 'No ratings yet.', {
      folded: true,
      columns: [
        column('rated_at', 'When', 'moment'),
        column('mentor', 'Mentor'),
        column('score', 'Score'),
        column('word', 'Words', 'lines'),
      ],
    }),
  ],
};
