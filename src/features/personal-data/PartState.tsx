import { useStore } from '@nanostores/react';
import { count } from '../../domain/words/count.ts';
import { $member } from '../../lib/member-store.ts';
import { mySessions, $unprovenAddress } from '../bookings/my-sessions-store.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { news } from './news-store.ts';

function Email() {
  const member = useStore($member, { ssr: 'initial' });
  return member && <bdi translate="no">{member.email}</bdi>;
}

function Verified() {
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const unproven = useStore($unprovenAddress, { ssr: 'initial' });
  if (!data) return null;
  const { length } = data.addresses;
  return unproven === undefined ? (
    <span>{count(length, 'address', 'addresses')}</span>
  ) : (
    <b className="bold text-ink">
      {length === 0 ? 'Not verified yet' : `${length} of ${length + 1} verified`}
    </b>
  );
}

function News() {
  const { data } = useStore(news.$data, { ssr: 'initial' });
  if (data === undefined) return null;
  return <span>{data ? 'On' : 'Off'}</span>;
}

const states = { email: Email, verified: Verified, news: News };

type PartStateProps = { of: keyof typeof states };

/** The state of a part of the settings, beside its title. Empty until it is known. */
export const PartState = withErrorBoundary(({ of }: PartStateProps) => {
  const State = states[of];
  // `client:visible` can observe only an element that has a height.
  return (
    <span className="truncate">
      <State />
    </span>
  );
});
