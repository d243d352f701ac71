import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { inTime } from '../../domain/in-time.ts';
import { packName } from '../../domain/packs/packs.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { $member } from '../../lib/member-store.ts';
import { orWriteToUs } from '../../lib/say-failure.ts';
import { FreshButton } from '../ui/FreshButton.tsx';
import { Loading } from '../ui/Loading.tsx';
import { late } from '../ui/late.tsx';
import { $packLink, addsItself } from './pack-link.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';
import './waiting-pack.css';

// Loaded late, because few members have a pack to claim when they arrive.
const WaitingPack = late(() => import('./WaitingPack.tsx'));

// Loaded late, because few members have a pack to claim, and the sessions page needs no orders.
async function claim(id: string): Promise<void> {
  const { claimOrder } = await inTime(import('./orders-store.ts'));
  await claimOrder(id);
}

/**
 * Lets the member claim packs that were bought without an account under one of their verified addresses (§8.21).
 * `quiet` is for pages where something else is the next step.
 */
export function ClaimOffer({ quiet = false }: { quiet?: boolean }) {
  const { data } = useStore(mySessions.$data);
  const claimable = data?.claimable ?? [];
  if (claimable.length === 0) return null;

  return (
    <div className={`notice notice-calm waiting-offer ${quiet ? 'mt-6' : 'mb-6'}`}>
      <p>We found your payment from before you signed up. Add it to your packs?</p>
      <ul>
        {claimable.map(({ id, pack, amount }) => (
          <li key={id}>
            <span>{`${packName(pack)}, ${formatPaise(amount)} `}</span>
            <FreshButton
              className={`button mt-2 ${quiet ? 'button-quiet' : ''}`}
              work={() => claim(id)}
              sayFailure={() => orWriteToUs}
            >
              Add to my packs
            </FreshButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The pack from the link that opened this page, or from /success, until it is added (§15.75). The rest of the page waits
 * until it is found.
 */
export function FoundPayment() {
  const waiting = useStore($packLink, { ssr: 'initial' });
  const member = useStore($member, { ssr: 'initial' });
  if (!waiting) return null;
  return (
    <Suspense
      fallback={
        <Loading className="waiting-pack mt-6">
          {addsItself(waiting, member) ? 'Adding your pack' : 'Looking for your payment'}
        </Loading>
      }
    >
      <WaitingPack link={waiting} />
    </Suspense>
  );
}
