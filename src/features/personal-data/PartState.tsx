import { useStore } from '@nanostores/react';
import { count } from '../../domain/words/count.ts';
import { $member } from '../../lib/member-store.ts';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { accountEmail } from './email-store.ts';
import { news } from './news-store.ts';

function Email() {
  const member = useStore($member, { ssr: 'initial' });
  const { data } = useStore(accountEmail.$data, { ssr: 'initial' });
  // The login may not know yet that the address was changed on another device.
  if (!data?.change) return member && <MailAddress address={data?.email ?? member.email} />;
  const { old_confirmed: old, new_confirmed } = data.change;
  return (
    <b className="bold">
      {old || new_confirmed ? 'Change: 1 of 2 confirmed' : 'Change not confirmed yet'}
    </b>
  );
}

function Verified() {
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const unproven = useStore($unproven, { ssr: 'initial' });
  if (!data) return null;
  const { length } = data.addresses;
  return unproven === undefined ? (
    <span>{count(length, 'address', 'addresses')}</span>
  ) : (
    <b className="bold">
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
    <span>
      <State />
    </span>
  );
});
