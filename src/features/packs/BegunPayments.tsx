import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { paymentPaths, statusReply, type PaymentStatusReply } from '../../domain/api.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { indiaTime } from '../../domain/words/dates.ts';
import { callFunction } from '../../lib/function-call.ts';
import { patience } from '../../domain/in-time.ts';
import { learnTime, serverNow } from '../../lib/clock.ts';
import { $now } from '../../lib/now.ts';
import { begunPaymentsKept } from '../../lib/storage-keys.ts';
import { hasStoredLogin } from '../../lib/supabase.ts';
import type { Elements } from '../ui/elements.ts';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { usePress } from '../ui/use-press.ts';
import {
  $changes,
  begunPayments,
  forget,
  note,
  timeLeft,
  type BegunPayment,
} from './begun-payments.ts';
import { askBought, isVoid, keptPack } from './bought.ts';
import { begunMessages, packInWords } from './purchase-messages.ts';

type Asked = BegunPayment & { order: string };
const isAsked = (payment: BegunPayment): payment is Asked => payment.order !== null;

/**
 * Asks the server, which asks the provider, what became of an order (§11.21), and informs all tabs. A failure counts
 * only if it is the newest attempt's, and then until the server says otherwise. Throws FunctionError.
 */
async function ask({ key, order }: Asked): Promise<PaymentStatusReply> {
  const query = new URLSearchParams({ order });
  const asked = performance.now();
  const answer = await callFunction(`${paymentPaths.status}?${query}`, statusReply, {
    timeout: patience,
  });
  learnTime(asked, answer);
  if (answer.reference) note(key, { reference: answer.reference });
  if (answer.status === 'unknown') forget(key);
  const failed = begunPayments().find((one) => one.key === key)?.failed;
  if (answer.status === 'failed') {
    if (failed === false) return { ...answer, status: 'pending' };
    note(key, { failed: true });
  } else if (failed) note(key, { failed: undefined });
  return answer;
}

const otherAnswers: Partial<Record<PaymentStatusReply['status'], string>> = {
  pending: begunMessages.pending,
  unknown: begunMessages.unknown,
};

type AskedOnLoad = { payment: Asked; reply: PaymentStatusReply | undefined };

const askOnLoad = async (payment: Asked): Promise<AskedOnLoad> => {
  const told: PaymentStatusReply | undefined = payment.failed ? { status: 'failed' } : undefined;
  return { payment, reply: await ask(payment).catch(() => told) };
};

/** The payments that this browser remembers, read again every few seconds and whenever another tab changes them. */
function useRemembered(): readonly BegunPayment[] {
  const [all, setAll] = useState(begunPayments);
  useEffect(() => {
    const read = () => setAll(begunPayments());
    const stops = [$now.subscribe(read), $changes.listen(read)];
    addEventListener('storage', read);
    return () => {
      for (const stop of stops) stop();
      removeEventListener('storage', read);
    };
  }, []);
  return all;
}

type BegunProps = {
  payment: Asked;
  /** The server's reply when the page was loaded; undefined if there was none. */
  known: PaymentStatusReply | undefined;
};

/** Presses the pack's own 'Buy Now', because its card knows the price on the page. */
const buyAgain = (pack: string) =>
  document.querySelector<HTMLElement>(`[data-buy="${pack}"]`)?.click();

function Begun({ payment, known }: BegunProps) {
  const now = useStore($now);
  // By the server's time, because the device's clock may be set back in the meantime.
  const [end] = useState(() => serverNow() + timeLeft(payment));
  const begun = indiaTime(new Date(end - begunPaymentsKept).toISOString());
  const { busy, result, press } = usePress(
    () => ask(payment),
    () => begunMessages.notChecked,
  );
  const reply = result && 'status' in result ? result : known;
  const reference = reply?.reference ?? payment.reference;
  const isFailed = reply?.status === 'failed';
  // With a code, the pack's own button would begin another order.
  const canTryAgain = reply?.status === 'pending' && payment.code === null;
  const pack = packInWords(payment.pack);
  const answer = result && ('message' in result ? result.message : otherAnswers[result.status]);
  if (now >= end) return null;
  return (
    <div className={`notice pack-begun mb-6 ${isFailed ? '' : 'notice-calm'}`}>
      {reference ? (
        <p>
          <span>{`The payment you started at ${begun} for the ${pack} has arrived. `}</span>
          <a
            className="text-link"
            href={`/success?${new URLSearchParams({ reference })}`}
            onClick={() => forget(payment.key)}
          >
            See your payment
          </a>
        </p>
      ) : (
        <>
          <p>
            {isFailed
              ? begunMessages.failed(pack)
              : `The payment you started at ${begun} may still arrive. ${begunMessages.begun(pack, payment.code)}`}
          </p>
          <p className="mt-3 flex flex-wrap gap-3">
            <button
              ref={keepsFocus}
              type="button"
              className="button button-quiet"
              aria-disabled={busy}
              onClick={() => (isFailed ? buyAgain(payment.pack) : press())}
            >
              {isFailed ? 'Try again' : busy ? 'Checking ...' : 'Check this payment'}
            </button>
            {canTryAgain && (
              <button type="button" className="link" onClick={() => buyAgain(payment.pack)}>
                Try again
              </button>
            )}
          </p>
        </>
      )}
      {answer && !reference && <p className="mt-3">{answer}</p>}
    </div>
  );
}

/**
 * The reference of a visitor's payment that this browser remembers, if its pack is not in an account yet. Forgets it if
 * there is nothing to add any more.
 */
async function askPaid(): Promise<string | undefined> {
  const reference = new URLSearchParams(keptPack.read()?.slice(1)).get('reference');
  if (!reference || hasStoredLogin()) return undefined;
  const bought = await askBought(reference);
  if (!bought.owned && !isVoid(bought)) return reference;
  keptPack.forget();
  return undefined;
}

/** Tells a visitor who has paid, and has not signed up yet, not to pay again (§15.75). */
function Paid({ reference }: { reference: string }) {
  return (
    <div className="notice notice-calm pack-begun mb-6">
      <p>
        <span>You have already paid for a pack. </span>
        <a className="text-link" href="/signup">
          Sign up or log in
        </a>
        <span> to use it. </span>
        <a className="text-link" href={`/success?${new URLSearchParams({ reference })}`}>
          See your payment
        </a>
      </p>
    </div>
  );
}

/**
 * For each payment whose window was opened here and whose outcome this browser does not know, says that the money may
 * still arrive, or that the payment failed (§8.39). Asks the server once without a press, so that a payment that has
 * arrived is not shown as open, and shows `children` until the replies arrive. A notice disappears when its time is up,
 * or when any page has learned the outcome.
 */
export function BegunPayments({ children }: { children: Elements }) {
  // Payments begun on this visit are left out, because their own payment windows report on them.
  const [asked, setAsked] = useState<readonly AskedOnLoad[]>();
  const [paid, setPaid] = useState<string>();
  const remembered = useRemembered();
  useEffect(() => {
    let isShown = true;
    const open = begunPayments().filter(isAsked);
    void Promise.all([Promise.all(open.map(askOnLoad)), askPaid()]).then(([all, reference]) => {
      if (!isShown) return;
      setAsked(all);
      setPaid(reference);
    });
    return () => {
      isShown = false;
    };
  }, []);
  if (!asked) return children;
  const newestFirst = remembered.filter(isAsked).toSorted((one, other) => other.at - one.at);
  const notices = newestFirst.map((payment) => {
    const { key, at, buyer } = payment;
    const before = asked.find((one) => one.payment.key === key);
    const known = before?.reply;
    const isPaid = (known?.reference ?? payment.reference) !== undefined;
    // The dashboard lists the member's own orders, so that these need a notice only once they are paid.
    const isListed = location.pathname === memberPages.main && buyer !== 0 && !isPaid;
    // Would contradict what is said about the newest attempt.
    const isPast = known?.status === 'failed' && newestFirst.some((one) => one.at > at);
    const isShown = before?.payment.at === at && !isListed && !isPast;
    return isShown && <Begun key={key} {...{ payment, known }} />;
  });
  return (
    <>
      {paid && <Paid reference={paid} />}
      {notices}
    </>
  );
}
