/**
 * Runs scripts that nobody needs before they come near. Such a script stands in a `<template>`,
 * where it is neither downloaded nor run, and `data-start` selects what it is for. It starts when
 * one of those is in view, and from the first scroll on when one is half a screen away.
 */
export function onApproach(): void {
  for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-start]')) {
    const observe = (rootMargin: string) => {
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          if (template.isConnected) start(template);
        },
        { rootMargin },
      );
      for (const place of document.querySelectorAll(template.dataset['start'] ?? '')) {
        observer.observe(place);
      }
    };
    observe('0px');
    addEventListener('scroll', () => observe('50%'), { once: true, passive: true });
  }
}

/** Puts the script of a template into the page, which runs it. */
export function start(template: HTMLTemplateElement): void {
  template.replaceWith(document.importNode(template.content, true));
}
