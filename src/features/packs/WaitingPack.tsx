import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { maskedAddress } from '../../domain/account/masked-address.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import type { PaymentStatusReply } from '../../domain/api.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { $member } from '../../lib/member-store.ts';
import { ToldError } from '../../lib/told-error.ts';
import { forgetMailedLink } from '../../lib/our-link.ts';
import { inTime } from '../../domain/in-time.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { showToast } from '../ui/toast.ts';
import { Loading } from '../ui/Loading.tsx';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { PressFailure } from '../ui/PressFailure.tsx';
import { usePress } from '../ui/use-press.ts';
import { askBought, isVoid, keptPack } from './bought.ts';
import { $orders, orderOfPayment, refreshOrders } from './orders-store.ts';
import { $packLink, addsItself, type PackLink } from './pack-link.ts';
import { $isPackToAdd, mySessions, $unproven } from '../bookings/my-sessions-store.ts';

const packHasOwner =
  'This pack is already in another account. If that account is not yours, write to us.';

const packAdded = 'Pack added. You can book now.';

/** What `askBought` replies; undefined until then. */
function useBought(reference: string): PaymentStatusReply | undefined {
  const [bought, setBought] = useState<PaymentStatusReply>();
  useEffect(() => {
    void askBought(reference).then(setBought);
  }, [reference]);
  return bought;
}

function forgetPack(): void {
  forgetMailedLink();
  keptPack.forget();
}

/** Tells the rest of the page, before it is painted, that the member can add the pack. */
function IsToAdd() {
  useLayoutEffect(() => {
    $isPackToAdd.set(true);
    return () => $isPackToAdd.set(false);
  }, []);
  return null;
}

function Forget() {
  return (
    <button
      ref={keepsFocus}
      type="button"
      className="link"
      onClick={() => {
        forgetPack();
        $packLink.set(undefined);
      }}
    >
      Forget this payment
    </button>
  );
}

type HowToAddProps = { link: PackLink; bought: PaymentStatusReply; canForget: boolean };

/**
 * For a member who comes from /success: how the pack is added, depending on what we know about the payment's email
 * address. Only the server knows the whole address, so nothing is promised before the account's own is verified.
 */
function HowToAdd({ link: { reference }, bought, canForget }: HowToAddProps) {
  const member = useStore($member, { ssr: 'initial' });
  const unproven = useStore($unproven);
  const { data } = useStore(mySessions.$data);
  const { owned, unaddressed, receipt } = bought;
  // Only known in the first day.
  const mailed = receipt?.mailed ?? '';
  const isOther =
    mailed !== '' && member && mailed.toLowerCase() !== maskedAddress(member.email).toLowerCase();
  const isAddressed = !owned && !unaddressed;
  if (unproven && isAddressed && !isOther) {
    return (
      <>
        <IsToAdd />
        <VerifyEmail {...unproven} wanted="packs" asked>
          One step left: verify <MailAddress strong address={unproven.address} />. If you paid with
          this address, we will add the pack.
        </VerifyEmail>
      </>
    );
  }
  if (!data || data.claimable.length > 0) return null;
  return (
    <>
      {owned && <p>{packHasOwner}</p>}
      {unaddressed && (
        <p>
          This payment was made without an email address, so we cannot tell whose it is. Send us the
          reference, and we will add the pack here.
        </p>
      )}
      {isAddressed && (
        <p>
          <span>This payment was made with a different email address</span>
          {isOther && (
            <span>
              <span>: </span>
              <MailAddress strong address={mailed} />
            </span>
          )}
          <span>. Open the link in the receipt we sent there, or </span>
          <a className="text-link" href={`${memberPages.settings}#addresses`}>
            verify that address
          </a>
          <span>.</span>
        </p>
      )}
      <p className="waiting-told mt-4 flex flex-wrap items-center gap-3 gap-x-6">
        <a
          className={unaddressed ? 'button' : 'link'}
          href={`/contact?${new URLSearchParams({ reference })}#write-to-us`}
        >
          {unaddressed ? 'Send us the reference' : 'Write to us'}
        </a>
        {canForget && <Forget />}
      </p>
      {unaddressed && unproven && (
        <div className="mt-4">
          <VerifyEmail {...unproven} wanted="packs" asked>
            Also verify <MailAddress strong address={unproven.address} />: we add packs only to
            verified accounts.
          </VerifyEmail>
        </div>
      )}
    </>
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
  const mine = orderOfPayment(orders, reference);
  const isMine = orders && mine !== undefined;
  // In this case, `ClaimOffer` shows the pack.
  const isOffered = !token && (data?.claimable ?? []).length > 0;
  const isOwn = addsItself(link, member);
  const { busy, result, press } = usePress(async () => {
    const { openLink } = await inTime(import('../account/verify-email.ts'));
    const opened = await openLink('receipt', token ?? '');
    if ('message' in opened) throw new ToldError(opened.message);
    forgetPack();
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
    forgetPack();
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
  const isUnpaid =
    bought && !token && bought.status !== 'paid' && bought.status !== 'partly_refunded';
  const isToForget = isUnpaid && isVoid(bought);
  useEffect(() => {
    if (isToForget) forgetPack();
  }, [isToForget]);
  const receipt = bought?.receipt;
  const says = receipt ? `${receipt.pack}, ${receipt.amount}` : '';
  if (isMine && isOwn && isAdded && isWhole) {
    return (
      <p role="status" className="sr-only">
        {packAdded}
      </p>
    );
  }
  if (isMine && !(isOwn && isAdded)) return null;
  const isPending = isUnpaid && bought.status === 'pending';
  if (isOffered || (isUnpaid && !isPending) || (error !== undefined && (!orders || isAdded)))
    return null;
  if (isAlone || !orders || !bought) {
    const adding = ['Adding your pack', says].filter(Boolean).join(': ');
    return (
      <Loading className="waiting-pack mt-6">
        {isAlone ? adding : 'Looking for your payment'}
      </Loading>
    );
  }
  return (
    <section className="card waiting-pack mt-6 p-6" aria-labelledby="waiting-pack">
      <h2 id="waiting-pack" className="text-2xl">
        {isPending ? 'Your payment has not arrived yet' : 'We found your payment'}
      </h2>
      {says && <p className="mt-2 bold">{says}</p>}
      <p className="mb-2 text-sm text-muted">
        Reference{' '}
        <span translate="no" className="wrap-anywhere">
          {reference}
        </span>
      </p>
      <div role="status">{refused && <p className="mt-2">{refused}</p>}</div>
      {isPending && (
        <div className="waiting-told">
          <IsToAdd />
          <p>
            If you paid, do not pay again: your pack appears here once the payment has arrived.
            Reload this page to look again.
          </p>
          {!onAdded && <Forget />}
        </div>
      )}
      {!refused &&
        !isPending &&
        (token ? (
          <>
            <IsToAdd />
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
          <HowToAdd {...{ link, bought }} canForget={!onAdded} />
        ))}
    </section>
  );
}
