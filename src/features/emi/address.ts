import { readFigure } from '../../domain/words/typed-figures.ts';
import {
  figureInputs,
  figureNames,
  firstFigures,
  interestChoices,
  interestLabel,
  type Figures,
} from './figures.ts';

/** The way to treat interest that this text names; undefined if it names neither (§16.35). */
export const interestOf = (text: string | undefined): Figures['interest'] | undefined =>
  interestChoices.find(({ value }) => value === text)?.value;

/**
 * Reads an address's query and ignores other parameters (§16.39). Missing and unreadable figures keep the built page's
 * values, and `unread` contains the labels of the unreadable ones. Without a query, `figures` is the built page's own
 * object, so that the results do not have to be rendered twice.
 */
export function readAddress(query: string): { figures: Figures; unread: string[] } {
  if (query === '') return { figures: firstFigures, unread: [] };
  const given = new URLSearchParams(query);
  const figures = { ...firstFigures };
  const unread: string[] = [];
  for (const name of figureNames) {
    const text = given.get(name === 'term' ? 'years' : name);
    if (text === null) continue;
    const { value, error } = readFigure(text, figureInputs[name]);
    if (error === undefined) figures[name] = value;
    else unread.push(figureInputs[name].label);
  }
  const choice = given.get('interest');
  if (choice !== null) {
    const interest = interestOf(choice);
    if (interest) figures.interest = interest;
    else unread.push(interestLabel);
  }
  return { figures, unread };
}

/** The query that restores these figures: '?amount=2000000&rate=10.5&years=10&…'. */
export function queryOf({ amount, rate, term, study, grace, interest }: Figures): string {
  const given = { amount, rate, years: term / 12, study, grace, interest };
  const pairs = Object.entries(given).map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(pairs).toString()}`;
}
