import { useStore } from '@nanostores/react';
import * as v from 'valibot';
import { count } from '../../domain/words/count.ts';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { CopyLink } from '../ui/CopyLink.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import '../ui/form-card.css';

const { $data: $referral } = createMemberStore('referral', () =>
  rpc('my_referral', {}, v.object({ code: v.string(), joined: v.number() })),
);

function Card() {
  const { data, error } = useStore($referral, { ssr: 'initial' });
  const failed = !data && error !== undefined;
  return (
    <section
      aria-labelledby="referral"
      className="card form-card mt-6 flex flex-wrap items-center gap-4 gap-x-6"
    >
      <div className="min-w-60 flex-1">
        <h2 id="referral" className="text-xl">
          Invite a friend
        </h2>
        <p className="mt-1">
          <span>The more of your friends join your loan group, the harder lenders compete. </span>
          <span>
            {failed ? 'We could not load your link.' : 'Your link fills in your referral code: '}
          </span>
          {!failed && (
            <b className="bold text-ink" translate="no">
              {/* The dots are as wide as a code, so that the line breaks at the same place. */}
              {data?.code ?? '.'.repeat(18)}
            </b>
          )}
          {data && data.joined > 0 && (
            <span>{`. ${count(data.joined, 'person', 'people')} joined with it.`}</span>
          )}
        </p>
      </div>
      <div>
        <CopyLink
          className="button button-quiet"
          disabled={!data}
          link={() => `${location.origin}/signup?referral=${data?.code ?? ''}`}
          done="Link copied."
        >
          Copy the link
        </CopyLink>
      </div>
    </section>
  );
}

/** The member's own referral link, and how many people have joined with it (§7.17). */
export const Referral = withErrorBoundary(Card);
