import { useState, type ToggleEvent } from 'react';
import type { Elements } from '../ui/elements.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import '../ui/fold.css';
import './faq.css';

type FaqProps = {
  questions: readonly string[];
  /** The answer to `questions[n]`, rendered by Astro. */
  [answer: `answer${number}`]: Elements;
};

/** Closes the other answers in browsers that do not support `<details name>`. */
function closeOthers({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (!currentTarget.open) return;
  for (const other of currentTarget.parentElement?.querySelectorAll('details') ?? []) {
    if (other !== currentTarget) other.open = false;
  }
}

function Questions({ questions, ...answers }: FaqProps) {
  const hydrated = useHydrated();
  // If the browser has translated the questions before hydration, React renders them anew (§12.54).
  const [opened] = useState(() =>
    hydrated
      ? [...document.querySelectorAll<HTMLDetailsElement>('.faq-list details')].findIndex(
          ({ open }) => open,
        )
      : -1,
  );
  return (
    <div className="faq-list">
      {questions.map((question, index) => (
        // Visitors may have opened an answer before hydration.
        <details
          key={question}
          name="faq"
          open={index === opened}
          onToggle={closeOthers}
          suppressHydrationWarning
        >
          <summary>{question}</summary>
          {answers[`answer${index}`]}
        </details>
      ))}
    </div>
  );
}

/** The FAQ accordion. Only one answer is open at a time (§3.14). */
export const Faq = withErrorBoundary(Questions);
