/** One width and what the carousel does from there upward. */
type Step = { slides: number; step: number; start: number };

export type CarouselName = 'home' | 'buy';

/**
 * The carousels of spec §9. Its figures hold up to a width, Swiper's from a width upward: up to 515
 * and up to 1024 are from 516 and from 1025; below 630 is from 630 (design §9).
 */
export const carousels: Record<CarouselName, Record<number, Step>> = {
  home: {
    0: { slides: 1, step: 1, start: 0 },
    516: { slides: 2, step: 2, start: 2 },
    1025: { slides: 3, step: 1, start: 0 },
  },
  buy: {
    0: { slides: 1, step: 1, start: 0 },
    630: { slides: 2, step: 1, start: 0 },
  },
};

/** Time of one step in ms (spec §9). */
export const speed = 500;
