import { button, list, textOf, type DeskField, type DeskScreen } from '../desk-screen.ts';

const kinds = {
  transcript: 'Interview transcript',
  wat: 'WAT topic',
  gd: 'GD topic',
  cv: 'CV note',
};

const what: readonly DeskField[] = [
  { name: 'kind', label: 'Kind', kind: 'choice', options: kinds },
  { name: 'title', label: 'Title', kind: 'text' },
];

const text: readonly DeskField[] = [
  {
    name: 'body',
    label: 'Text',
    kind: 'lines',
    hint: 'Markdown: # starts a heading, - a list item, and ** goes around bold words. A GD topic is shown to a group discussion by its title.',
  },
  { name: 'published', label: 'Members can read it at once', kind: 'yes' },
];

export const words: DeskScreen = {
  name: 'words',
  label: 'Words',
  actions: [
    button('put_material', 'Write a text', { fields: [...what, ...text] }),
    button('put_community', 'Add a community link', {
      fields: [
        { name: 'name', label: 'Where', kind: 'text', hint: 'For example Discord.' },
        { name: 'text', label: 'What happens there', kind: 'text', optional: true },
        { name: 'url', label: 'Address (https://…)', kind: 'text' },
      ],
    }),
    button('write_announcement', 'Write to all members', {
      button: 'Save without sending',
      fields: [
        { name: 'subject', label: 'Subject', kind: 'text' },
        { name: 'body', label: 'Text', kind: 'lines' },
        {
          name: 'is_duty',
          label: 'Everybody must get it, for example a change of the terms',
          kind: 'yes',
          optional: true,
        },
      ],
    }),
  ],
  lists: () => [
    list('material', 'Preparation room', 'No text yet.', {
      columns: [
        { name: 'title', label: 'Title' },
        { name: 'kind', label: 'Kind', words: kinds },
        { name: 'published', label: 'Members read it', kind: 'yes' },
        { name: 'changed_at', label: 'Changed', kind: 'moment' },
      ],
      actions: [
        // A text is known by its kind and title.
        button('put_material', 'Edit', {
          button: 'Save the changes',
          args: { kind: 'kind', title: 'title' },
          fields: text,
          filled: true,
        }),
        button('publish_material', 'Publish', {
          args: { material: 'material' },
          always: { published: true },
          when: ({ published }) => published !== true,
        }),
        button('publish_material', 'Hide', {
          args: { material: 'material' },
          always: { published: false },
          when: ({ published }) => published === true,
        }),
        button('delete_material', 'Delete', {
          args: { material: 'material' },
          asks: (row) => `Delete “${textOf(row['title'])}”?`,
          final: true,
        }),
      ],
    }),
    list('community', 'Community', 'No link yet.', {
      columns: [
        { name: 'name', label: 'Where' },
        { name: 'text', label: 'What happens there' },
        { name: 'url', label: 'Address' },
      ],
      actions: [
        button('delete_community', 'Delete', {
          args: { name: 'name' },
          asks: (row) => `Delete the link to ${textOf(row['name'])}?`,
        }),
      ],
    }),
    list('announcements', 'Mails to all members', 'None yet.', {
      columns: [
        { name: 'subject', label: 'Subject' },
        { name: 'body', label: 'Text', kind: 'lines' },
        { name: 'is_duty', label: 'To everybody', kind: 'yes' },
        { name: 'recipients', label: 'Members who get it' },
        { name: 'tested_at', label: 'Tested', kind: 'moment' },
        { name: 'sent_at', label: 'Sent', kind: 'moment' },
      ],
      actions: [
        button('test_announcement', 'Mail it to me', {
          args: { announcement: 'announcement' },
          when: (row) => !row['sent_at'],
        }),
        button('send_announcement', 'Send', {
          args: { announcement: 'announcement' },
          asks: (row) =>
            `Send “${textOf(row['subject'])}” to ${textOf(row['recipients'])} members?`,
          final: true,
          when: (row) => Boolean(row['tested_at']) && !row['sent_at'],
        }),
      ],
    }),
    list('base_figures', 'Figures from before the site', 'No figures.', {
      folded: true,
      columns: [
        { name: 'figure', label: 'Figure', kind: 'name' },
        { name: 'value', label: 'Value' },
      ],
      actions: [
        button('set_base_figure', 'Edit', {
          button: 'Save the figure',
          args: { figure: 'figure' },
          asks: () => 'The figures on the pages change with it.',
          fields: [{ name: 'value', label: 'Value', kind: 'number' }],
          filled: true,
        }),
      ],
    }),
  ],
};
