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
import { addsItself, type PackLink } from './pack-link.ts';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';

const packHasOwner =
  'This pack is already in another account. If that account is not yours, write to us.';

const packAdded = 'Pack added. You can book now.';

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
 * the pack without a press: whoever opened its link has already asked. Until it is on the page, nothing else is.
 */
export default function WaitingPack({ link, onAdded }: WaitingPackProps) {
  const { token, reference } = link;
  const member = useStore($member, { ssr: 'initial' });
  const bought = useBought(reference);
  const { data, error: withoutSessions } = useStore(mySessions.$data);
  const { data: orders, error } = useStore($orders);
  const mine = orders?.find(({ payments }) => payments.some(({ id }) => id === reference));
  const isMine = orders && mine !== undefined;
  // In this case, `ClaimOffer` shows the pack.
  const isOffered = !token && (data?.claimable ?? []).length > 0;
  const isOwn = addsItself(link, member);
  const { busy, result, press } = usePress(async () => {
    const { openLink } = await inTime(import('../account/verify-email.ts'));
    const opened = await openLink('receipt', token ?? '');
    if ('message' in opened) throw new ToldError(opened.message);
    forgetMailedLink();
    if (!('address' in opened)) {
      return { refused: opened.state === 'spent' ? settingsMessages.linkExpired : packHasOwner };
    }
    refreshOrders();
    // Without a press, the page below appears with the pack, and a sign-up has its own toast.
    if (!isOwn) showToast('success', packAdded, { duration: 6000 });
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
  const isToAdd = isOwn && isMine === false;
  const start = useEffectEvent(press);
  useEffect(() => {
    if (isToAdd) start();
  }, [isToAdd]);

  const isAdded = result !== undefined && 'refused' in result && !refused;
  const isAdding = busy || isAdded;
  const isAlone = isOwn && (isAdding || !result);
  // The next step comes with the sessions, in a reply of their own.
  const hasSessions = data?.packs.some(({ order }) => order === mine?.id) ?? false;
  const isWhole = hasSessions || withoutSessions !== undefined;
  // Without a token, the reference comes from /success, where it can be anything, so it must belong to a paid order.
  const isUnpaid = bought && !token && !bought.isPaid;
  if (isMine && isOwn && isAdded && isWhole) {
    return (
      <p role="status" className="sr-only">
        {packAdded}
      </p>
    );
  }
  if (isMine && !(isOwn && isAdded)) return null;
  if (isOffered || isUnpaid || (error !== undefined && (!orders || isAdded))) return null;
  if (isAlone || !orders || !bought) {
    const adding = ['Adding your pack', bought?.says].filter(Boolean).join(': ');
    return (
      <Loading className="waiting-pack mt-6">
        {isAlone ? adding : 'Looking for your payment'}
      </Loading>
    );
  }
  return (
    <section className="card waiting-pack mt-6 p-6" aria-labelledby="waiting-pack">
      <h2 id="waiting-pack" className="text-2xl">
        We found your payment
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
