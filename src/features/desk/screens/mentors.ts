import { formatParts, indiaDay } from '../../../domain/words/dates.ts';
import {
  button,
  list,
  textOf,
  type DeskField,
  type DeskScreen,
  type Options,
  type Row,
} from '../desk-screen.ts';
import { kindColumn } from './common.ts';

const details: readonly DeskField[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'institute', label: 'Institute', kind: 'text' },
  { name: 'email', label: 'E-mail', kind: 'text' },
  {
    name: 'meeting_url',
    label: 'Meeting link',
    kind: 'text',
    optional: true,
    hint: 'Better left empty if each session gets its own room (the setting MEETING_ROOM_URL). With one link for all sessions, the people of one can enter the next.',
  },
];

/** This month and the eleven before it as options, each by its first day in India. */
function lastMonths(): Options {
  const [year = 0, month = 0] = indiaDay(Date.now()).split('-').map(Number);
  const months = Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
    return [first, formatParts(first, { month: 'long', year: 'numeric' })] as const;
  });
  return Object.fromEntries(months);
}

/** What a mentor does now; of a pause, the database says until when. */
export const mentorWords = { active: 'Active', retired: 'Has left' };

const state = (row: Row) => textOf(row['state']);

export const mentors: DeskScreen = {
  name: 'mentors',
  label: 'Mentors',
  search: { name: 'month', label: 'Sessions held in', button: 'Show', options: lastMonths },
  actions: [button('add_mentor', 'Add a mentor', { fields: details })],
  lists: (query) => [
    list('mentors', 'Mentors', 'No mentors yet.', {
      file: 'mentors',
      columns: [
        { name: 'name', label: 'Name' },
        { name: 'institute', label: 'Institute' },
        { name: 'state', label: 'State', words: mentorWords },
        { name: 'email', label: 'E-mail' },
        { name: 'meeting_url', label: 'Meeting link' },
        { name: 'upcoming', label: 'Upcoming' },
        { name: 'held_this_month', label: 'Held this month' },
        { name: 'rating', label: 'Rating' },
        { name: 'ratings', label: 'Ratings' },
        { name: 'missed', label: 'Did not come' },
        { name: 'is_public', label: 'Shown on the site', kind: 'yes' },
      ],
      actions: [
        button('edit_mentor', 'Edit', {
          button: 'Save the changes',
          args: { mentor: 'mentor' },
          fields: details,
          filled: true,
        }),
        button('show_mentor', 'Show on the site', {
          args: { mentor: 'mentor' },
          asks: (row) => `Show ${textOf(row['name'])} to visitors? They must have agreed.`,
          fields: [
            { name: 'batch', label: 'Batch (year)', kind: 'number' },
            { name: 'work', label: 'Work', kind: 'text' },
            { name: 'asks', label: 'What they ask about', kind: 'text' },
            {
              name: 'languages',
              label: 'Languages',
              kind: 'text',
              hint: 'For example English, Hindi.',
            },
            { name: 'shown', label: 'Visitors see them', kind: 'yes', start: () => 'true' },
          ],
          filled: true,
        }),
        button('send_mentor_link', 'Send the page’s link', {
          args: { mentor: 'mentor' },
          asks: (row) =>
            `${textOf(row['name'])} gets a mail with the link to their own page, where they open and close times.`,
          fields: [{ name: 'ends_earlier', label: 'Earlier links stop working', kind: 'yes' }],
        }),
        button('pause_mentor', 'Pause', {
          args: { mentor: 'mentor' },
          fields: [{ name: 'until', label: 'Until', kind: 'day' }],
          asks: (row) =>
            `Free times of ${textOf(row['name'])} until that day are closed. Booked ones stay.`,
          when: (row) => state(row) === 'active',
        }),
        button('resume_mentor', 'End the pause', {
          args: { mentor: 'mentor' },
          when: (row) => state(row).startsWith('paused'),
        }),
        button('resume_mentor', 'Has returned', {
          args: { mentor: 'mentor' },
          when: (row) => state(row) === 'retired',
        }),
        button('retire_mentor', 'Retire', {
          args: { mentor: 'mentor' },
          asks: (row) =>
            `Retire ${textOf(row['name'])}? Free times are closed, booked ones stay, and no new ones open.`,
          when: (row) => state(row) !== 'retired',
        }),
      ],
    }),
    list('mentor_sessions', 'Sessions held', 'None in this month.', {
      file: 'sessions-held',
      args: { month: query.get('month') ?? indiaDay(Date.now()) },
      columns: [
        { name: 'mentor', label: 'Mentor' },
        kindColumn,
        { name: 'held', label: 'Held' },
        { name: 'minutes', label: 'Minutes' },
        { name: 'late_cancelled', label: 'Cancelled late' },
        { name: 'feedback_missing', label: 'Feedback missing' },
      ],
    }),
    list('ratings', 'Ratings', 'No ratings yet.', {
      folded: true,
      columns: [
        { name: 'rated_at', label: 'When', kind: 'moment' },
        { name: 'mentor', label: 'Mentor' },
        { name: 'score', label: 'Score' },
        { name: 'word', label: 'Words', kind: 'lines' },
      ],
    }),
  ],
};
