import { csvFile } from '../../domain/words/csv.ts';
import { saveBytes } from '../../lib/save-bytes.ts';
import { DeskRefusal, readLists, readOn, type Page } from './desk-calls.ts';
import { cellText, type Column, type DeskList, type Row } from './desk-screen.ts';

/** The most rows that a file can have, because a phone must hold them all in memory. */
const mostInFile = 20_000;

/** Saves all rows of a list as a CSV file. Throws DeskRefusal if the list has too many rows. */
export async function saveList(list: DeskList, { rows, next }: Page): Promise<void> {
  const { columns, file = 'list' } = list;
  const wanted = { ...list, most: 1000 };
  const [first] = next ? await readLists([wanted]) : [];
  const all = first ? await readOn(wanted, first, mostInFile) : { rows, next: null };
  // The screen leaves out the usual values, but the file contains them all.
  const inFull = (column: Column, row: Row) =>
    cellText(column, row) || cellText({ ...column, words: {} }, row);
  const lines = all.rows.map((row) => columns.map((column) => inFull(column, row)));
  const text = csvFile([columns.map(({ label }) => label), ...lines]);
  await saveBytes(new Blob([text], { type: 'text/csv' }), `${file}.csv`);
  if (!all.next) return;
  const cut = `The file has only the newest ${mostInFile} rows. Choose fewer days to save the others.`;
  throw new DeskRefusal(cut, undefined);
}
