import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useRef, type ReactNode } from 'react';
import { usePress } from '../ui/use-press.ts';
import { forgetMailedLink, type MailedLink as Link } from '../../lib/mailed-link.ts';

type MailedLinkProps<Outcome> = {
  id: string;
  $link: ReadableAtom<Link | undefined>;
  title: string;
  /** What the button is for. */
  ask: string;
  confirm: string;
  confirming: string;
  /** Spends the link. A `message` is worth another try. */
  spend: (token: string) => Promise<Outcome | { message: string }>;
  /** Shown for a part of a link. */
  incomplete: ReactNode;
  /** What became of it. */
  children: (outcome: Outcome) => ReactNode;
};

/**
 * Shown to a member who opened the link of our mail (§15.60, §18.82). Only the button spends the token, so that a mail
 * scanner that opens the page does not use it up.
 */
export function MailedLink<Outcome extends object>(props: MailedLinkProps<Outcome>) {
  const { id, $link, title, ask, confirm, confirming, spend, incomplete, children } = props;
  const link = useStore($link, { ssr: 'initial' });
  const token = link?.token;
  const isPart = link !== undefined && token === undefined;
  const { busy, result, press } = usePress(async () => {
    const answer = await spend(token ?? '');
    if (!('message' in answer)) forgetMailedLink();
    return answer;
  });
  const isAnswered = result && !('message' in result);
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that was pressed is gone.
  useEffect(() => {
    if (isAnswered) heading.current?.focus();
  }, [isAnswered]);

  // A part of a link is of no use after a reload either.
  useEffect(() => {
    if (isPart) forgetMailedLink();
  }, [isPart]);

  if (!link) return null;

  return (
    <section aria-labelledby={id} className="notice notice-calm mb-6">
      <h4 id={id} ref={heading} tabIndex={-1} className="font-display text-xl text-ink">
        {title}
      </h4>
      <div role="status">{isAnswered && children(result)}</div>
      {!isAnswered && isPart && incomplete}
      {!isAnswered && !isPart && (
        <>
          <p>{ask}</p>
          <button type="button" className="button mt-3" disabled={busy} onClick={press}>
            {busy ? confirming : confirm}
          </button>
          <p role="alert" className="mt-2">
            {result?.message}
          </p>
        </>
      )}
    </section>
  );
}
