/**
 * Moves the bar with the way to the packs out of the screen while the packs are in it, and while the bar
 * would cover a link or a button (§4.12). Where the window has room, the bar is a part of the page and stays.
 */
export function packsBar(): void {
  const bar = document.getElementById('to-packs');
  const packs = document.querySelector('#packs');
  if (!bar || !packs) return;

  const inTheWay = new Set<Element>();
  const watch: IntersectionObserverCallback = (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) inTheWay.add(target);
      else inTheWay.delete(target);
    }
    bar.toggleAttribute('data-away', inTheWay.size > 0);
  };

  new IntersectionObserver(watch).observe(packs);
  // Only the strip at the bottom that the bar takes in the lowest window it is shown in.
  const strip = new IntersectionObserver(watch, { rootMargin: '-84% 0px 0px' });
  for (const control of document.querySelectorAll('main, footer')) {
    for (const element of control.querySelectorAll('a, button, summary')) {
      if (!bar.contains(element)) strip.observe(element);
    }
  }
}
