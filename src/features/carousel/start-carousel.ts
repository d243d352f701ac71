import Swiper from 'swiper';
import { Keyboard } from 'swiper/modules';
import { carousels, speed, type CarouselName } from './settings.ts';

// The key codes for the left and right arrows, as Swiper reports them.
const arrows = new Set([37, 39]);

/** A carousel driven by Swiper. */
export type RunningCarousel = {
  move(direction: 'next' | 'previous'): void;
  /** The headings of the slides in view or, during a move, of those that will be in view when it ends. */
  shownNames(): string[];
  stop(): void;
};

/**
 * Appends a copy of every slide: with seven slides in steps of two, the last step shows the seventh slide beside a copy
 * of the first (§14.6). Copies can be clicked, but are hidden from assistive technology.
 */
function addCopies(list: HTMLElement): void {
  for (const slide of [...list.children]) {
    const copy = document.importNode(slide, true);
    copy.ariaHidden = 'true';
    for (const link of copy.querySelectorAll('a')) link.tabIndex = -1;
    list.append(copy);
  }
}

/**
 * Starts Swiper on `root`, a `.swiper` element that contains the row of slides, with the settings for `name`. Calls
 * `onKey` after an arrow key has moved the carousel.
 */
export function startCarousel(
  root: HTMLElement,
  name: CarouselName,
  onKey: (running: RunningCarousel) => void,
): RunningCarousel {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  const page = new AbortController();
  const steps = Object.entries(carousels[name]);
  const inReach = steps.filter(([width]) => matchMedia(`(width >= ${width}px)`).matches);
  const list = root.querySelector<HTMLElement>('.swiper-wrapper');
  // Read before the copies are added, because reading it afterwards would force another layout.
  const spaceBetween = list ? Number.parseFloat(getComputedStyle(list).columnGap) : 0;
  if (root.scrollLeft > 0) root.scrollLeft = 0;
  if (list && steps.some(([, { step }]) => list.children.length % step > 0)) addCopies(list);

  const swiper = new Swiper(root, {
    modules: [Keyboard],
    speed: stillness.matches ? 0 : speed,
    loop: true,
    initialSlide: inReach.at(-1)?.[1].start ?? 0,
    spaceBetween,
    breakpoints: Object.fromEntries(
      steps.map(([width, { slides, step }]) => [
        width,
        { slidesPerView: slides, slidesPerGroup: step },
      ]),
    ),
    keyboard: { enabled: true, onlyInViewport: true, pageUpDown: false },
  });
  const shown = () => {
    const count = Number(swiper.params.slidesPerView);
    return swiper.slides.slice(swiper.activeIndex, swiper.activeIndex + count);
  };

  stillness.addEventListener(
    'change',
    ({ matches }) => (swiper.params.speed = matches ? 0 : speed),
    { signal: page.signal },
  );
  // When a visitor tabs to a card out of view, the carousel must move, because the browser would only scroll the frame.
  root.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const slide = target.closest<HTMLElement>('.swiper-slide');
      root.scrollLeft = 0;
      if (!slide || shown().includes(slide)) return;
      swiper.slideToLoop(Number(slide.dataset['swiperSlideIndex']), 0);
      // Moving the carousel takes the focus away.
      target.focus({ preventScroll: true });
    },
    { signal: page.signal },
  );

  const running: RunningCarousel = {
    move(direction) {
      if (direction === 'next') swiper.slideNext();
      else swiper.slidePrev();
    },
    shownNames: () => shown().map((slide) => slide.querySelector('h3')?.textContent ?? ''),
    stop() {
      page.abort();
      swiper.destroy();
    },
  };
  // Swiper reports every key that is pressed while the carousel is in view.
  swiper.on('keyPress', (_swiper, code) => {
    if (arrows.has(Number(code))) onKey(running);
  });
  return running;
}
