import {
  button,
  cellText,
  column,
  field,
  fieldIn,
  list,
  rowButton,
  textOf,
  type DeskField,
  type DeskScreen,
} from '../desk-screen.ts';

const kinds = {
  transcript: 'Interview transcript',
  wat: 'WAT topic',
  gd: 'GD topic',
  cv: 'CV note',
};

const figure = column('figure', 'Figure', {
  students: 'Students',
  bookings: 'Sessions booked',
  free_interviews: 'Free interviews',
  sessions: 'Sessions held',
  ratings: 'Ratings',
  rating_sum: 'Sum of the ratings',
});

const until = column('until', 'Until', 'moment');

const ofLink = fieldIn('community_links');

const title = field('title', 'Title', 'text', { limit: 'material_title_check' });

const what: readonly DeskField[] = [field('kind', 'Kind', 'choice', { options: kinds }), title];

const text: readonly DeskField[] = [
  field('body', 'Text', 'lines', {
    limit: 'material_body_check',
    hint: 'Start a heading with # and a list item with -, and put ** around bold words. In a group discussion, members see only the title of a GD topic.',
  }),
  field('published', 'Members can read it right away', 'yes'),
];

/** Whether the ticked box publishes the text, or only saves it. */
const publishes = ({ published }: Readonly<Record<string, unknown>>) =>
  published === true ? 'Publish text' : 'Save draft';

const asRead = { title: 'As members read it', loadView: () => import('../TextPreview.tsx') };

const link: readonly DeskField[] = [
  ofLink('text', 'What happens there', 'text'),
  ofLink('url', 'Link (https://…)', 'text'),
];

const announcement: readonly DeskField[] = [
  field('subject', 'Subject', 'text', { limit: 'announcements_subject_check' }),
  field('body', 'Text', 'lines', { limit: 'announcements_body_check' }),
  field(
    'is_duty',
    'Also send to unsubscribed members (only for a duty, such as new terms)',
    'yes',
    {
      optional: true,
    },
  ),
];

export const words: DeskScreen = {
  name: 'words',
  label: 'Content and emails',
  purpose: 'Write what members read: preparation texts, community links and emails to all of them.',
  actions: [
    button('put_material', 'Write a text', {
      button: publishes,
      preview: asRead,
      asks: () => 'Members will read the text in the preparation room once it is published.',
      fields: [
        ...what,
        ...text,
        field(
          'replaces',
          'Replace the text that has this title, and keep it as an earlier version',
          'yes',
          {
            optional: true,
          },
        ),
      ],
    }),
    button('put_community', 'Add a community link', {
      asks: () => 'Members see the link on their dashboard right away.',
      fields: [
        ofLink('name', 'Name of the community', 'text', { hint: 'For example Discord.' }),
        ...link,
      ],
    }),
    button('write_announcement', 'Write an email to all members', {
      button: 'Save draft',
      asks: () =>
        'No one will get this email until you send it. First email the draft to yourself.',
      fields: announcement,
    }),
  ],
  lists: () => [
    list('material', 'Preparation room', 'No texts yet.', {
      columns: [
        column('title', 'Title'),
        column('kind', 'Kind', kinds),
        column('published', 'Published', 'yes'),
        column('changed_at', 'Changed', 'moment'),
      ],
      actions: [
        button('put_material', 'Edit text', {
          button: publishes,
          preview: asRead,
          asks: () => 'The current text will be kept as an earlier version.',
          args: { material: 'material', kind: 'kind' },
          fields: [title, ...text],
          filled: true,
        }),
        rowButton('publish_material', 'Publish text', 'material', {
          always: { published: true },
          when: ({ published }) => published !== true,
        }),
        rowButton('publish_material', 'Hide text', 'material', {
          always: { published: false },
          when: ({ published }) => published === true,
        }),
        rowButton('delete_material', 'Delete text', 'material', {
          asks: (row) => `Delete “${textOf(row['title'])}” and its earlier versions?`,
          final: true,
        }),
      ],
    }),
    list('material_versions', 'Earlier versions of texts', 'No texts have been changed yet.', {
      folded: true,
      columns: [
        column('title', 'Title'),
        column('kind', 'Kind', kinds),
        until,
        column('body', 'Text', 'lines'),
      ],
      actions: [
        rowButton('restore_material', 'Restore version', 'version', {
          asks: (row) =>
            `Restore the version of “${textOf(row['title'])}” that stood until ${cellText(until, row)}? The current text will be kept here.`,
        }),
      ],
    }),
    list('community', 'Community', 'No links yet.', {
      columns: [
        column('name', 'Community'),
        column('text', 'What happens there'),
        column('url', 'Link', undefined, ({ url }) => ({
          label: 'Open link',
          href: textOf(url),
        })),
      ],
      actions: [
        rowButton('put_community', 'Edit link', 'name', {
          button: 'Save link',
          asks: () => 'Members see the changed link on their dashboard right away.',
          fields: link,
          filled: true,
        }),
        rowButton('delete_community', 'Delete link', 'name', {
          asks: (row) =>
            `Delete the link to ${textOf(row['name'])}? Members will no longer see it.`,
        }),
      ],
    }),
    list(
      'announcements',
      'Emails to all members',
      'No one has written an email to all members yet.',
      {
        columns: [
          column('subject', 'Subject'),
          column('body', 'Text', 'lines'),
          column('is_duty', 'Also send to unsubscribed members', 'yes'),
          column('recipients', 'Members who get it'),
          column('tested_at', 'Tested', 'moment'),
          column('sent_at', 'Sent', 'moment'),
        ],
        actions: [
          // First, because of four buttons only two stay visible, and sending is the next step after the test.
          rowButton('send_announcement', 'Send mail', 'announcement', {
            asks: (row) =>
              `Send “${textOf(row['subject'])}” to ${textOf(row['recipients'])} members? It will reach them during the day.`,
            final: true,
            when: (row) => Boolean(row['tested_at']) && !row['sent_at'],
          }),
          rowButton('test_announcement', 'Mail draft to me', 'announcement', {
            when: (row) => !row['sent_at'],
          }),
          rowButton('write_announcement', 'Edit draft', 'announcement', {
            button: 'Save draft',
            asks: () =>
              'You have to mail the changed draft to yourself again before you can send it.',
            fields: announcement,
            filled: true,
            when: (row) => !row['sent_at'],
          }),
          rowButton('delete_announcement', 'Delete draft', 'announcement', {
            asks: (row) =>
              `Delete the draft “${textOf(row['subject'])}”? It will not be sent to anyone.`,
            final: true,
            when: (row) => !row['sent_at'],
          }),
        ],
      },
    ),
    list('base_figures', 'Figures from before launch', 'No figures.', {
      folded: true,
      columns: [figure, column('value', 'Value')],
      actions: [
        rowButton('set_base_figure', 'Edit figure', 'figure', {
          button: 'Save figure',
          asks: (row) =>
            `The site adds this figure (${cellText(figure, row).toLowerCase()}) to what it counts itself, so the figures on its pages change.`,
          fields: [field('value', 'Value', 'number', { limit: 'base_figures_value_check' })],
          filled: true,
        }),
      ],
    }),
  ],
};
