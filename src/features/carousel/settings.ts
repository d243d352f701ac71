/** A carousel's settings from a given width upwards. */
type Step = { slides: number; step: number; start: number };

export type CarouselName = 'home' | 'buy';

/**
 * Both carousels' settings (§9.19, §9.20), by the width in pixels from which they apply (§14.5). `start` is an index,
 * counted from 0.
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

/** How long one step takes, in milliseconds (§9.21). */
export const speed = 500;
