import type { DeskAction, DeskList, DeskScreen } from '../src/features/desk/desk-screen.ts';
import { screens } from '../src/features/desk/screens/index.ts';

// The queries that a screen's address can have: none, or one for each kind of thing that has its own page.
const places = 'member payment refund message words choice'.split(' ');
const queries = ['', ...places.map((place) => `${place}=1`), 'view=list'];

/** Every list on a screen, including those on the page of a member, a payment or another thing. */
export function listsOf(screen: DeskScreen): DeskList[] {
  const lists = queries.flatMap((query) => [...screen.lists(new URLSearchParams(query))]);
  return [...new Map(lists.map((list) => [`${list.list} ${list.title}`, list])).values()];
}

type Button = DeskAction | NonNullable<DeskList['together']>;

/** Every button in a list. */
const buttonsOf = ({ actions = [], together }: DeskList): Button[] => [
  ...actions,
  ...(together ? [together] : []),
];

/** Every button on a screen: its own and those of its lists. */
export const actionsOf = (screen: DeskScreen): Button[] => [
  ...(screen.actions ?? []),
  ...listsOf(screen).flatMap(buttonsOf),
];

const named = (buttons: readonly Button[]) =>
  [...new Set(buttons.map(({ label }) => `'${label}'`))].join(', ');

const rows = screens.flatMap((screen) => {
  const own = screen.actions ? [[screen.label, '', named(screen.actions)]] : [];
  return [
    ...own,
    // A list without columns only gives forms their options.
    ...listsOf(screen)
      .filter(({ columns }) => columns.length > 0)
      .map((list) => [screen.label, list.title, named(buttonsOf(list))]),
  ];
});
const table = [['screen', 'list', 'buttons'], ['---', '---', '---'], ...rows];

/** The text of docs/operations.md, with an up-to-date table of screens, lists and buttons. */
export const withDeskTable = (manual: string): string =>
  manual.replace(
    /(<!-- npm run docs writes this table -->\n\n<!-- prettier-ignore -->\n)(?:\|.*\n)*/,
    `$1${table.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`,
  );
