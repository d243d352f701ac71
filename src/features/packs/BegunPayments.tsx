import { useEffect, useState } from 'react';
import { paymentPaths, statusReply, type PaymentStatusReply } from '../../domain/api.ts';
import { packName } from '../../domain/packs/packs.ts';
import { indiaTime } from '../../domain/words/dates.ts';
import { callFunction } from '../../lib/function-call.ts';
import { patience } from '../../domain/in-time.ts';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { usePress } from '../ui/use-press.ts';
import { begunPayments, forget, type BegunPayment } from './begun-payments.ts';
import { begunMessages } from './purchase-messages.ts';

type Asked = BegunPayment & { order: string };

/** Asks the server, which asks the provider, what became of an order (§11.21). Throws FunctionError. */
const ask = ({ order }: Asked) =>
  callFunction(`${paymentPaths.status}?${new URLSearchParams({ order })}`, statusReply, {
    timeout: patience,
  });

function Begun({ payment, first }: { payment: Asked; first: PaymentStatusReply | undefined }) {
  const { busy, result, press } = usePress(
    () => ask(payment),
    () => begunMessages.notChecked,
  );
  const { reference } = (result && 'status' in result ? result : first) ?? {};
  const answer =
    result && ('message' in result ? result.message : (begunMessages[result.status] ?? ''));
  const pack = packName(payment.pack);
  return (
    <div className="notice notice-calm mb-6">
      {reference ? (
        <p>
          <span>{`A payment that you began at ${indiaTime(new Date(payment.at).toISOString())} for the ${pack} has arrived. `}</span>
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
            {`A payment that you began at ${indiaTime(new Date(payment.at).toISOString())} may still arrive. ${begunMessages.begun(pack, payment.code)}`}
          </p>
          <button
            ref={keepsFocus}
            type="button"
            className="button button-quiet mt-3"
            aria-disabled={busy}
            onClick={() => press()}
          >
            {busy ? 'Checking ...' : 'Check this payment'}
          </button>
        </>
      )}
      <div role="status">{answer && !reference && <p className="mt-3">{answer}</p>}</div>
    </div>
  );
}

/**
 * Says of each payment whose window was opened here, and whose outcome this browser has not seen, that it may still
 * arrive (§8.39). It asks once by itself, so that a payment that has arrived is not called open.
 */
export function BegunPayments() {
  const [shown, setShown] = useState<{ payment: Asked; first: PaymentStatusReply | undefined }[]>(
    [],
  );
  useEffect(() => {
    let isShown = true;
    const open = begunPayments().flatMap((payment) =>
      payment.order === null ? [] : [{ ...payment, order: payment.order }],
    );
    void Promise.all(
      open.map(async (payment) => ({
        payment,
        first: await ask(payment).catch(() => undefined),
      })),
    ).then((answers) => {
      for (const { payment, first } of answers)
        if (first?.status === 'unknown') forget(payment.key);
      if (isShown) setShown(answers.filter(({ first }) => first?.status !== 'unknown'));
    });
    return () => {
      isShown = false;
    };
  }, []);
  return shown.map(({ payment, first }) => <Begun key={payment.key} {...{ payment, first }} />);
}
