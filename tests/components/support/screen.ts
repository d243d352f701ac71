import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

type Part = () => Element | null;

/** Waits until a part of the page has these words. */
export const says = (part: Part, words: string | RegExp) =>
  waitFor(() => expect(part()).toHaveTextContent(words));

/** Waits until a part has the focus. */
export const focused = (part: Part) => waitFor(() => expect(part()).toHaveFocus());

/** Waits until whatever has the focus has these words. */
export const focusSays = (words: string | RegExp) => says(() => document.activeElement, words);

/** Waits until the alert in a part has these words. */
export const alerts = (place: HTMLElement, words: string | RegExp) =>
  says(() => within(place).getByRole('alert'), words);

/** The part of the page with this name. */
export const region = (name: string | RegExp) => screen.getByRole('region', { name });

/** Presses a button of a part. */
export const press = (user: UserEvent, place: HTMLElement, name: string | RegExp) =>
  user.click(within(place).getByRole('button', { name }));

/** The item of a list that has this in it. */
export function itemOf(inside: HTMLElement | undefined): HTMLElement {
  const item = inside?.closest('li');
  if (!item) throw new Error('It is in no list.');
  return item;
}

/** Where the link with this name leads, on the page or in a part of it. */
export const linkTo = (name: string | RegExp, place: HTMLElement = document.body) =>
  within(place).getByRole('link', { name }).getAttribute('href');

/** Expects that a field is explained in these words. */
export function explains(label: string, words: string | RegExp): void {
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(words);
}

/** The field that names the account for password managers. */
export const userName = () => document.querySelector('[autocomplete="username"]');
