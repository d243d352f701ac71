import { useCallback, useEffect, useRef, useState } from 'react';
import type { Elements } from '../ui/elements.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { startCarousel, type RunningCarousel } from './start-carousel.ts';
import type { CarouselName } from './settings.ts';
import './carousel.css';

type CarouselProps = {
  /** Which carousel this is; selects its settings. */
  name: CarouselName;
  /** The content beside the arrows, and the arrows' icons, all rendered by Astro. */
  heading?: Elements;
  previous?: Elements;
  next?: Elements;
  /** `<div class="swiper"><ul class="swiper-wrapper">` with its slides, rendered by Astro. */
  children?: Elements;
};

function Slides({ name, heading, previous, next, children }: CarouselProps) {
  const root = useRef<HTMLDivElement>(null);
  const [carousel, setCarousel] = useState<RunningCarousel>();
  const [status, setStatus] = useState('');
  const tell = useCallback((running: RunningCarousel) => {
    setStatus(`Showing ${running.shownNames().join(', ')}`);
  }, []);

  useEffect(() => {
    const slides = root.current?.querySelector<HTMLElement>('.swiper');
    if (!slides) return;
    const running = startCarousel(slides, name, tell);
    setCarousel(running);
    return () => running.stop();
  }, [name, tell]);

  const move = (direction: 'next' | 'previous') => {
    if (!carousel) return;
    carousel.move(direction);
    tell(carousel);
  };

  return (
    <div ref={root} className="carousel-frame" data-started={carousel ? '' : undefined}>
      <div className="carousel-head wrap">
        {heading}
        <div className="carousel-arrows" role="group" aria-label="Browse the stories">
          <button type="button" onClick={() => move('previous')}>
            {previous}
            <span className="sr-only">Previous</span>
          </button>
          <button type="button" onClick={() => move('next')}>
            {next}
            <span className="sr-only">Next</span>
          </button>
        </div>
      </div>
      {children}
      <p className="sr-only" aria-live="polite">
        {status}
      </p>
    </div>
  );
}

/**
 * An endless carousel without dots (§9.21). Before hydration, it is a row that visitors scroll and that snaps to a
 * slide (§12.4).
 */
export const Carousel = withErrorBoundary(Slides);
