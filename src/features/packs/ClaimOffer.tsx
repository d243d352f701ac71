import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatPaise } from '../../domain/words/money.ts';
import { hints } from '../../domain/account/messages.ts';
import { packById } from '../../domain/packs/packs.ts';
import { $practice, $unprovenAddress } from './practice-store.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { ProveAddress } from '../auth/ProveAddress.tsx';
import { claimOrder } from './orders-store.ts';

/** Offers a member the packs that were bought without an account under a proven address (§8.21). */
export function ClaimOffer() {
  const { data } = useStore($practice);
  const [failed, setFailed] = useState(false);
  const claimable = data?.claimable ?? [];
  if (claimable.length === 0) return null;

  return (
    <div className="notice notice-calm mb-6">
      <p>You bought this with your address before you signed in. Add it to your packs?</p>
      <ul>
        {claimable.map(({ id, pack, amount }) => (
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

/**
 * Asks a member who has not proven the address to do so, as an offer depends on it (§15.33). Somebody who
 * has a pack hardly misses one, so it is folded away then (§15.62).
 */
export function ProofForClaims({ hasPack }: { hasPack: boolean }) {
  const unproven = useStore($unprovenAddress);
  if (!unproven) return null;
  const proof = (
    <ProveAddress address={unproven}>
      {!hasPack && 'Did you buy a pack without an account? '}
      Prove that <MailAddress address={unproven} /> is yours, and we offer it to you here.
    </ProveAddress>
  );
  if (!hasPack) return <div className="mt-6 text-muted">{proof}</div>;
  return (
    <details className="mt-6 text-muted">
      <summary className="link w-fit">Bought a pack without an account?</summary>
      {proof}
    </details>
  );
}
