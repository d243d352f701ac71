import Swiper from 'swiper';
import { Keyboard } from 'swiper/modules';
import { carousels, speed } from './settings.ts';

const stillness = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * A second set of the slides. Seven of them in steps of two need it: the last step shows the
 * seventh beside the first. The copies can be clicked, but nobody is told of a card twice.
 */
function addCopies(list: HTMLElement): void {
  for (const slide of [...list.children]) {
    const copy = document.importNode(slide, true);
    copy.ariaHidden = 'true';
    for (const link of copy.querySelectorAll('a')) link.tabIndex = -1;
    list.append(copy);
  }
}

function nameOn(slide: HTMLElement): string {
  return slide.querySelector('h3')?.textContent ?? '';
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** In short tasks, because whoever scrolls here is scrolling still. */
async function startCarousel(root: HTMLElement): Promise<void> {
  // What came before was the compilation of this code.
  await nextTask();
  const list = root.querySelector<HTMLElement>('.swiper-wrapper');
  const section = root.parentElement;
  if (!list || !section) return;
  const found = Object.entries(carousels).find(([name]) => name === root.dataset['carousel']);
  if (!found) {
    throw new Error(`There are no settings for the carousel '${root.dataset['carousel']}'.`);
  }
  const steps = Object.entries(found[1]);
  const inReach = steps.filter(([width]) => matchMedia(`(width >= ${width}px)`).matches);
  if (steps.some(([, { step }]) => list.children.length % step > 0)) addCopies(list);
  const spaceBetween = Number.parseFloat(getComputedStyle(list).columnGap);
  await nextTask();

  root.scrollLeft = 0;
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
  section.dataset['started'] = '';
  stillness.addEventListener('change', ({ matches }) => {
    swiper.params.speed = matches ? 0 : speed;
  });

  const status = section.querySelector('[data-carousel-status]');
  const showing = () => {
    const count = Number(swiper.params.slidesPerView);
    return swiper.slides.slice(swiper.activeIndex, swiper.activeIndex + count);
  };
  for (const button of section.querySelectorAll<HTMLElement>('[data-carousel-step]')) {
    button.addEventListener('click', () => {
      if (button.dataset['carouselStep'] === '1') swiper.slideNext();
      else swiper.slidePrev();
      if (status) status.textContent = `Showing ${showing().map(nameOn).join(', ')}`;
    });
  }

  // Tabbing to a card that is not in view brings it there instead of scrolling the frame.
  root.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const slide = target.closest<HTMLElement>('.swiper-slide');
    root.scrollLeft = 0;
    if (!slide || showing().includes(slide)) return;
    swiper.slideToLoop(Number(slide.dataset['swiperSlideIndex']), 0);
    // Moving a slide takes the focus from it.
    target.focus({ preventScroll: true });
  });
}

for (const root of document.querySelectorAll<HTMLElement>('[data-carousel]')) {
  void startCarousel(root);
}
