import { useStore } from '@nanostores/react';
import * as v from 'valibot';
import { count } from '../../domain/words/count.ts';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { CopyLink } from '../ui/CopyLink.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';

const { $data: $referral } = createMemberStore('referral', () =>
  rpc('my_referral', {}, v.object({ code: v.string(), joined: v.number() })),
);

function joinedText(joined: number): string {
  if (joined === 0) return 'No one has joined with your code yet.';
  return `${count(joined, 'person', 'people')} joined with your code.`;
}

function Card() {
  const { data, error } = useStore($referral, { ssr: 'initial' });
  const failed = !data && error !== undefined;
  return (
    <section aria-labelledby="referral" className="card mt-10 p-6 sm:p-8">
      <h2 id="referral" className="text-2xl">
        Your referral code
      </h2>
      <p className="mt-1 max-w-xl">
        Give it to friends who want to join: they enter it when they sign up, or open your link.
        Neither of you gets a reward.
      </p>
      <p
        translate={data ? 'no' : undefined}
        className={`mt-4 min-h-9 ${failed ? '' : 'font-display text-3xl text-ink'}`}
      >
        {data?.code ?? (failed ? 'We could not load it.' : 'Loading')}
      </p>
      {/* The non-breaking space gives the line its height until the data is there. */}
      <p>{data ? joinedText(data.joined) : '\u00a0'}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <CopyLink
          className="button button-quiet"
          disabled={!data}
          link={() => `${location.origin}/signup?referral=${data?.code ?? ''}`}
          done="Link copied. It opens the sign-up form with your code."
        >
          Copy the link
        </CopyLink>
      </div>
    </section>
  );
}

/** The member's own referral code, and how many people have joined with it (§7.17). */
export const Referral = withErrorBoundary(Card);
