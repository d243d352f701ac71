import { useId, type ReactNode } from 'react';
import { JoinButton } from '../bookings/JoinButton.tsx';
import { ClaimOffer } from '../packs/ClaimOffer.tsx';
import { SeatRing } from '../packs/SeatRing.tsx';
import { sayStep, type NextStep } from './next-step.ts';
import '../ui/ink-panel.css';
import './next.css';

type NextCardProps = { next: NextStep; now: number };

/** The next step, with the one button that takes it (§15.70). */
export function NextCard({ next, now }: NextCardProps) {
  const id = useId();
  // `ClaimOffer` has a button for each pack.
  if (next.step === 'claim') return <ClaimOffer />;
  const { title, text, action } = sayStep(next, now);
  return (
    <section
      className="next-card ink-panel mt-6 flex flex-wrap items-center gap-4 gap-x-6 p-6"
      aria-labelledby={id}
    >
      <div className="flex-1">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {text && <p>{text}</p>}
      </div>
      {next.step === 'join' ? (
        <JoinButton booking={next.booking} />
      ) : (
        <a className="button" href={action.href}>
          {action.label}
        </a>
      )}
    </section>
  );
}

type BeginningProps = {
  heading: string;
  /** How many seats of its ring are taken, or all. */
  seats?: number;
  children: ReactNode;
};

/** One of a new member's two starting points (§15.72). */
export function Beginning({ heading, seats, children }: BeginningProps) {
  const id = useId();
  return (
    <section className="card next-beginning flex flex-col p-6" aria-labelledby={id}>
      <div className="flex items-center gap-4">
        <SeatRing taken={seats} />
        <h2 id={id} className="text-2xl">
          {heading}
        </h2>
      </div>
      {children}
    </section>
  );
}
