import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatPaise } from '../../domain/format.ts';
import { hints } from '../../domain/messages.ts';
import { packById } from '../../domain/packs.ts';
import { $claimableOrders, claimOrder } from './orders-store.ts';

/** Offers a member the packs that were bought without an account under the member's address (§8.21). */
export function ClaimOffer() {
  const { data = [] } = useStore($claimableOrders);
  const [failed, setFailed] = useState(false);
  if (data.length === 0) return null;

  return (
    <div className="notice notice-calm mb-6">
      <p>You bought this with your address before you signed in. Add it to your packs?</p>
      <ul>
        {data.map(({ id, pack, amount }) => (
          <li key={id}>
            {packById(pack)?.name ?? pack}, {formatPaise(amount)}{' '}
            <button
              type="button"
              className="link"
              onClick={() => {
                setFailed(false);
                claimOrder(id).catch(() => setFailed(true));
              }}
            >
              Add to my packs
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{failed && hints.claimFailed}</p>
    </div>
  );
}
