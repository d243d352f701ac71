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
} from '../desk-screen.ts';

const kinds = {
  transcript: 'Interview transcript',
  wat: 'WAT topic',
  gd: 'GD topic',
  cv: 'CV note',
};

const ofLink = fieldIn('community_links');

const title = field('title', 'Title', 'text', { limit: 'material_title_check' });

const what: readonly DeskField[] = [field('kind', 'Kind', 'choice', { options: kinds }), title];

const text: readonly DeskField[] = [
  field('body', 'Text', 'lines', {
    limit: 'material_body_check',
    hint: 'Markdown: # starts a heading, - a list item, and ** goes around bold words. A GD topic is shown to a group discussion by its title.',
  }),
  field('published', 'Members can read it at once', 'yes'),
];

const announcement: readonly DeskField[] = [
  field('subject', 'Subject', 'text', { limit: 'announcements_subject_check' }),
  field('body', 'Text', 'lines', { limit: 'announcements_body_check' }),
  field('is_duty', 'Everybody must get it, for example a change of the terms', 'yes', {
    optional: true,
  }),
];

export const words: DeskScreen = {
  name: 'words',
  label: 'Words',
  actions: [
    button('put_material', 'Write a text', {
      fields: [
        ...what,
        ...text,
        field('replaces', 'It replaces the text with this title, which is kept', 'yes', {
          optional: true,
        }),
      ],
    }),
    button('put_community', 'Add a community link', {
      fields: [
        ofLink('name', 'Where', 'text', { hint: 'For example Discord.' }),
        ofLink('text', 'What happens there', 'text'),
        ofLink('url', 'Address (https://…)', 'text'),
      ],
    }),
    button('write_announcement', 'Write to all members', {
      button: 'Save without sending',
      fields: announcement,
    }),
  ],
  lists: () => [
    list('material', 'Preparation room', 'No text yet.', {
      columns: [
        column('title', 'Title'),
        column('kind', 'Kind', kinds),
        column('published', 'Members read it', 'yes'),
        column('changed_at', 'Changed', 'moment'),
      ],
      actions: [
        button('put_material', 'Edit', {
          button: 'Save the changes',
          args: { material: 'material', kind: 'kind' },
          fields: [title, ...text],
          filled: true,
        }),
        rowButton('publish_material', 'Publish', 'material', {
          always: { published: true },
          when: ({ published }) => published !== true,
        }),
        rowButton('publish_material', 'Hide', 'material', {
          always: { published: false },
          when: ({ published }) => published === true,
        }),
        rowButton('delete_material', 'Delete', 'material', {
          asks: (row) => `Delete “${textOf(row['title'])}”?`,
          final: true,
        }),
      ],
    }),
    list('material_versions', 'What texts said before', 'No text was changed yet.', {
      folded: true,
      columns: [
        column('title', 'Title'),
        column('kind', 'Kind', kinds),
        column('until', 'Until', 'moment'),
        column('body', 'Text', 'lines'),
      ],
      actions: [
        rowButton('restore_material', 'Put it back', 'version', {
          asks: (row) =>
            `Let “${textOf(row['title'])}” say this again? What it says now is kept here.`,
        }),
      ],
    }),
    list('community', 'Community', 'No link yet.', {
      columns: [
        column('name', 'Where'),
        column('text', 'What happens there'),
        column('url', 'Address'),
      ],
      actions: [
        rowButton('delete_community', 'Delete', 'name', {
          asks: (row) => `Delete the link to ${textOf(row['name'])}?`,
        }),
      ],
    }),
    list('announcements', 'Mails to all members', 'None yet.', {
      columns: [
        column('subject', 'Subject'),
        column('body', 'Text', 'lines'),
        column('is_duty', 'To everybody', 'yes'),
        column('recipients', 'Members who get it'),
        column('tested_at', 'Tested', 'moment'),
        column('sent_at', 'Sent', 'moment'),
      ],
      actions: [
        rowButton('write_announcement', 'Edit', 'announcement', {
          button: 'Save without sending',
          fields: announcement,
          filled: true,
          when: (row) => !row['sent_at'],
        }),
        rowButton('delete_announcement', 'Delete', 'announcement', {
          asks: (row) => `Delete “${textOf(row['subject'])}”? It was not sent.`,
          final: true,
          when: (row) => !row['sent_at'],
        }),
        rowButton('test_announcement', 'Mail it to me', 'announcement', {
          when: (row) => !row['sent_at'],
        }),
        rowButton('send_announcement', 'Send', 'announcement', {
          asks: (row) =>
            `Send “${textOf(row['subject'])}” to ${textOf(row['recipients'])} members?`,
          final: true,
          when: (row) => Boolean(row['tested_at']) && !row['sent_at'],
        }),
      ],
    }),
    list('base_figures', 'Figures from before the site', 'No figures.', {
      folded: true,
      columns: [column('figure', 'Figure', 'name'), column('value', 'Value')],
      actions: [
        rowButton('set_base_figure', 'Edit', 'figure', {
          button: 'Save the figure',
          asks: () => 'The figures on the pages change with it.',
          fields: [field('value', 'Value', 'number', { limit: 'base_figures_value_check' })],
          filled: true,
        }),
      ],
    }),
  ],
};
