import { useEffect, useState } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import type { Own } from './own.ts';
import { OwnWords } from './OwnWords.tsx';
import './next-free.css';

type FirstStepProps = {
  /** Before the price, which follows in an element of its own. */
  from: string;
  price: string;
  action: { label: string; href: string };
};

/**
 * The main button of /buy, which is in a bar on a phone: to the packs, or for a member who has something to book, to
 * that. The packs are then second (§4.12, §4.18).
 */
export function FirstStep({ from, price, action }: FirstStepProps) {
  const [own, setOwn] = useState<Own | null>();
  useEffect(() => {
    // Without it, the button leads to the packs.
    const page = new AbortController();
    void import('./own.ts').then(
      ({ $own }) => {
        if (page.signal.aborted) return;
        page.signal.addEventListener('abort', $own.subscribe(setOwn));
      },
      () => undefined,
    );
    return () => page.abort();
  }, []);
  const main = own?.main;
  const known: Own = own ?? { says: 'Your sessions', href: memberPages.sessions };
  return (
    <>
      <p id="to-packs">
        <span className="text-ink">
          <span>{main ? 'Sessions left:' : from}</span>{' '}
          <strong className="font-display">{main ? main.left : price}</strong>
        </span>
        <a className="button button-large" href={main ? known.href : action.href}>
          {main ? main.label : action.label}
        </a>
      </p>
      <div className="next-free for-members">
        <OwnWords
          own={main ? { says: known.says, does: action.label, href: action.href } : known}
        />
      </div>
    </>
  );
}
