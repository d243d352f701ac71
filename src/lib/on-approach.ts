// The last one comes alone from tools that press without pointing, such as screen readers.
const signs = ['pointerover', 'touchstart', 'focusin', 'click'] as const;

/**
 * Runs scripts that nobody needs before they come near. Such a script stands in a `<template>`,
 * where it is neither downloaded nor run, and `data-start` selects what it is for. It starts when
 * one of those is in view, from the first scroll on when one is half a screen away, and when somebody
 * reaches for one. With `data-late` being in view at the start is not enough.
 */
export function onApproach(): void {
  for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-start]')) {
    const places = document.querySelectorAll(template.dataset['start'] ?? '');
    const startOnce = () => {
      if (template.isConnected) start(template);
    };
    const observe = (rootMargin: string) => {
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          startOnce();
        },
        { rootMargin },
      );
      for (const place of places) observer.observe(place);
    };

    if (template.dataset['late'] === undefined) observe('0px');
    addEventListener('scroll', () => observe('50%'), { once: true, passive: true });
    for (const place of places) {
      for (const sign of signs) place.addEventListener(sign, startOnce, { passive: true });
    }
  }
}

/** Puts the script of a template into the page, which runs it. */
export function start(template: HTMLTemplateElement): void {
  template.replaceWith(document.importNode(template.content, true));
}
