import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { paymentPaths, statusReply } from '../../domain/api.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { callFunction } from '../../lib/function-call.ts';
import { $member } from '../../lib/member-store.ts';
import { forgetMailedLink } from '../../lib/our-link.ts';
import { ToldError } from '../../lib/told-error.ts';
import { inTime } from '../../domain/in-time.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { showToast } from '../ui/toast.ts';
import { Loading } from '../ui/Loading.tsx';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { PressFailure } from '../ui/PressFailure.tsx';
import { usePress } from '../ui/use-press.ts';
import { $orders, refreshOrders } from './orders-store.ts';
import type { PackLink } from './pack-link.ts';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';

const packHasOwner =
  'This pack is already in another account. If that account is not yours, write to us.';

type Bought = { isPaid: boolean; says: string };

/**
 * The pack and amount of the payment with this reference, without any personal data (§11.21). Undefined until the reply
 * arrives.
 */
function useBought(reference: string): Bought | undefined {
  const [bought, setBought] = useState<Bought>();
  useEffect(() => {
    const query = new URLSearchParams({ reference });
    callFunction(`${paymentPaths.status}?${query}`, statusReply).then(
      ({ status, receipt }) =>
        setBought({
          isPaid: status === 'paid' || status === 'partly_refunded',
          says: receipt ? `${receipt.pack}, ${receipt.amount}` : '',
        }),
      // A receipt's link works even if the pack and the amount are unknown, so the pack can still be offered.
      () => setBought({ isPaid: false, says: '' }),
    );
  }, [reference]);
  return bought;
}

/** For a member who comes from /success: once they verify the payment's email address, the pack is added. */
function VerifyFirst() {
  const unproven = useStore($unproven);
  const { data } = useStore(mySessions.$data);
  if (unproven) {
    return (
      <VerifyEmail {...unproven} wanted="packs" asked>
        One step left: verify <MailAddress strong address={unproven.address} />, and we will add the
        pack.
      </VerifyEmail>
    );
  }
  if (!data || data.claimable.length > 0) return null;
  return (
    <p>
      You paid with a different email address. Open the link in the receipt we sent there, or verify
      that address under{' '}
      <a className="text-link" href={`${memberPages.settings}#addresses`}>
        Settings
      </a>
      .
    </p>
  );
}

type WaitingPackProps = {
  link: PackLink;
  /** Called once the pack belongs to the member. */
  onAdded?: () => void;
};

/**
 * The pack that the member paid for before signing up, and how to add it (§15.75). For the account's own receipt, adds
 * the pack without a press: whoever opened its link has already asked.
 */
export default function WaitingPack({ link, onAdded }: WaitingPackProps) {
  const { token, reference, to } = link;
  const member = useStore($member, { ssr: 'initial' });
  const bought = useBought(reference);
  const { data } = useStore(mySessions.$data);
  const { data: orders, error } = useStore($orders);
  const isMine = orders?.some(({ payments }) => payments.some(({ id }) => id === reference));
  // In this case, `ClaimOffer` shows the pack.
  const isOffered = !token && (data?.claimable ?? []).length > 0;
  const { busy, result, press } = usePress(async () => {
    const { openLink } = await inTime(import('../account/verify-email.ts'));
    const opened = await openLink('receipt', token ?? '');
    if ('message' in opened) throw new ToldError(opened.message);
    forgetMailedLink();
    if (!('address' in opened)) {
      return { refused: opened.state === 'spent' ? settingsMessages.linkExpired : packHasOwner };
    }
    refreshOrders();
    // Long enough to read, because the page changes below it and a sign-up has just had its own toast.
    showToast('success', 'Pack added. You can book now.', { duration: 6000 });
    return { refused: '' };
  });
  const refused = result && 'refused' in result ? result.refused : '';

  const added = useEffectEvent(() => {
    forgetMailedLink();
    onAdded?.();
  });
  useEffect(() => {
    if (isMine) added();
  }, [isMine]);
  const addsItself =
    token !== undefined && to !== '' && member?.email.toLowerCase() === to.toLowerCase();
  const isToAdd = addsItself && isMine === false;
  const start = useEffectEvent(press);
  useEffect(() => {
    if (isToAdd) start();
  }, [isToAdd]);

  // Until the added pack is on the page.
  const isAdding = busy || (result ? 'refused' in result && !refused : addsItself);
  // Without a token, the reference comes from /success, where it can be anything, so it must belong to a paid order.
  const isUnpaid = bought && !token && !bought.isPaid;
  if (isMine || isOffered || isUnpaid || (!orders && error !== undefined)) return null;
  // What follows on the page waits for this, so that it does not move.
  if (!orders || !bought) {
    return (
      <Loading className="waiting-pack mt-6">
        {isAdding ? 'Adding your pack' : 'Looking for your payment'}
      </Loading>
    );
  }
  return (
    <section className="card waiting-pack mt-6 p-6" aria-labelledby="waiting-pack">
      <h2 id="waiting-pack" className="text-2xl">
        {isAdding ? 'Adding your pack' : 'We found your payment'}
      </h2>
      {bought.says && <p className="mt-2 bold">{bought.says}</p>}
      <p className="mb-2 text-sm text-muted">
        Reference{' '}
        <span translate="no" className="wrap-anywhere">
          {reference}
        </span>
      </p>
      <div role="status">{refused && <p className="mt-2">{refused}</p>}</div>
      {!refused &&
        (token ? (
          <>
            <button
              ref={keepsFocus}
              type="button"
              className="button mt-4"
              aria-disabled={isAdding}
              onClick={isAdding ? undefined : press}
            >
              {isAdding ? 'Adding ...' : 'Add to my packs'}
            </button>
            <PressFailure result={result && 'message' in result ? result : undefined} />
          </>
        ) : (
          <VerifyFirst />
        ))}
    </section>
  );
}
