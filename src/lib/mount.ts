import { createElement, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

/** Draws a component, with these props, in place of what the build has put into `selector`. */
export function mount<Props extends object>(
  selector: string,
  component: ComponentType<Props>,
  props: Props,
): void {
  const place = document.querySelector(selector);
  if (place) createRoot(place).render(createElement(component, props));
}
