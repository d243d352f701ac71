import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

type Part = () => Element | null;

export const says = (part: Part, words: string | RegExp) =>
  waitFor(() => expect(part()).toHaveTextContent(words));

export const focused = (part: Part) => waitFor(() => expect(part()).toHaveFocus());

/** Waits until the element with the focus has these words. */
export const focusSays = (words: string | RegExp) => says(() => document.activeElement, words);

export const alerts = (place: HTMLElement, words: string | RegExp) =>
  says(() => within(place).getByRole('alert'), words);

/** The section of the page with this name. */
export const region = (name: string | RegExp) => screen.getByRole('region', { name });

export const press = (user: UserEvent, place: HTMLElement, name: string | RegExp) =>
  user.click(within(place).getByRole('button', { name }));

/** The list item around this element. */
export function itemOf(inside: HTMLElement | undefined): HTMLElement {
  const item = inside?.closest('li');
  if (!item) throw new Error('The element is in no list.');
  return item;
}

/** The address of the link with this name, in the whole page or in one section. */
export const linkTo = (name: string | RegExp, place: HTMLElement = document.body) =>
  within(place).getByRole('link', { name }).getAttribute('href');

/** Expects that a field’s description has these words. */
export function explains(label: string, words: string | RegExp): void {
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(words);
}

/** The hidden field that tells password managers whose account this is. */
export const userName = () => document.querySelector('[autocomplete="username"]');
