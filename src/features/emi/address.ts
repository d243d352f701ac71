import { readFigure } from '../../domain/words/typed-figures.ts';
import {
  figureInputs,
  figureNames,
  firstFigures,
  interestChoices,
  type FigureName,
  type Figures,
} from './figures.ts';

/** The names in the address (§16.39); others in it are not ours and are left out. */
const parameters = {
  amount: 'amount',
  rate: 'rate',
  term: 'years',
  study: 'study',
  grace: 'grace',
} as const satisfies Record<FigureName, string>;

const interestLabel = 'Interest during study and grace';

/** What an address says. `unread` has the labels of figures in it that are none. */
export type Arrival = { figures: Figures; unread: string[] };

/**
 * Reads the query of an address. What is missing or cannot be read is as on the built page, and without a
 * query the figures are the very same object, so that the results are not drawn anew.
 */
export function readAddress(query: string): Arrival {
  if (query === '') return { figures: firstFigures, unread: [] };
  const given = new URLSearchParams(query);
  const figures = { ...firstFigures };
  const unread: string[] = [];
  for (const name of figureNames) {
    const text = given.get(parameters[name]);
    if (text === null) continue;
    const { value, error } = readFigure(text, figureInputs[name]);
    if (error === undefined) figures[name] = value;
    else unread.push(figureInputs[name].label);
  }
  const choice = given.get('interest');
  if (choice !== null) {
    const known = interestChoices.find(({ value }) => value === choice);
    if (known) figures.interest = known.value;
    else unread.push(interestLabel);
  }
  return { figures, unread };
}

/** The query of the address that shows these figures: '?amount=2000000&rate=10.5&years=10&…'. */
export function queryOf({ amount, rate, term, study, grace, interest }: Figures): string {
  const given = { amount, rate, years: term / 12, study, grace, interest };
  const pairs = Object.entries(given).map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(pairs).toString()}`;
}
