import { atom, map } from 'nanostores';
import { readFigure } from '../../domain/words/typed-figures.ts';
import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { interestOf, queryOf, readAddress } from './address.ts';
import {
  figureInputs,
  figureNames,
  firstFigures,
  type FigureName,
  type Figures,
} from './figures.ts';

function textsOf(figures: Figures): Record<FigureName, string> {
  const texts = figureNames.map((name) => [name, figureInputs[name].print(figures[name])]);
  // Object.fromEntries types the keys as strings.
  return Object.fromEntries(texts) as Record<FigureName, string>;
}

/** What is typed in the inputs. */
export const $texts = map(textsOf(firstFigures));

/** The inputs' errors, each a sentence. */
export const $errors = map<Partial<Record<FigureName, string>>>({});

/** The figures behind the results: the last ones that could be understood. */
export const $figures = map<Figures>(firstFigures);

type Arrived = {
  /** The address's figures, once they were read. They are the shown ones until the visitor changes something. */
  figures?: Figures;
  unread: string[];
  /** The lender's offer whose figures are in the address (§16.92). */
  offer?: { lender: string; query: string } | undefined;
};

/** The figures in the address, and the labels of those that could not be read. */
export const $arrival = atom<Arrived>({ unread: [] });

function use(name: FigureName, value: number): void {
  $figures.setKey(name, value);
  $errors.setKey(name, undefined);
}

/** Handles typed text. A new error appears only when the visitor leaves the input. */
export function typeFigure(name: FigureName, text: string): void {
  $texts.setKey(name, text);
  const { value, error } = readFigure(text, figureInputs[name]);
  if (error === undefined) use(name, value);
  else if ($errors.get()[name] !== undefined) $errors.setKey(name, error);
}

/** Formats an input's figure when the visitor leaves the input, or sets its error. */
export function leaveFigure(name: FigureName): void {
  const { value, error } = readFigure($texts.get()[name], figureInputs[name]);
  if (error === undefined) $texts.setKey(name, figureInputs[name].print(value));
  else $errors.setKey(name, error);
}

/** Handles a slider's new position. */
export function slideFigure(name: FigureName, position: number): void {
  // In some browsers, steps of 0.1 add up to 10.400000000000002.
  const value = Math.round(position * 100) / 100;
  $texts.setKey(name, figureInputs[name].print(value));
  use(name, value);
}

/** Sets whether the interest for the study and grace periods is paid or added. */
export function chooseInterest(interest: Figures['interest']): void {
  $figures.setKey('interest', interest);
}

/** What the visitor typed and chose before hydration, by input name. */
export type Typed = Record<string, string>;

/**
 * Fills the inputs with the figures from an address (§16.39), which may describe `lender`'s offer, and with what the
 * visitor typed before hydration.
 */
export function arrive(query: string, typed: Typed = {}, lender?: string): void {
  const { figures, unread } = readAddress(query);
  $figures.set(figures);
  $texts.set(textsOf(figures));
  $errors.set({});
  for (const name of figureNames) {
    const position = typed[`${name}-slider`];
    if (position !== undefined) slideFigure(name, Number(position));
    const text = typed[name];
    if (text !== undefined) typeFigure(name, text);
  }
  const interest = interestOf(typed['interest']);
  if (interest) chooseInterest(interest);
  $arrival.set({
    figures,
    unread,
    offer: lender ? { lender, query: queryOf(figures) } : undefined,
  });
}

const shown = keptText(storageKeys.calculator, 'session');

/** Remembers the calculator's address in this tab, so that a loan request can start with its figures (§16.11). */
export const keepFigures = () => {
  const { offer } = $arrival.get();
  const lender = offer?.query === location.search ? `\n${offer.lender}` : '';
  shown.keep(location.pathname + location.search + lender);
};

/**
 * The lender whose offer the member opened in the calculator from the loan page in this tab, if the tab is still at
 * that offer's address.
 */
export function lenderShownAt(address: string): string | undefined {
  const [of, lender] = shown.read()?.split('\n') ?? [];
  return of === address ? lender : undefined;
}
