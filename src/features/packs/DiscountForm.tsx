import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { Discount } from '../../domain/packs/discounts.ts';
import type { Pack } from '../../domain/packs/packs.ts';
import { formatPaise, formatRupees, toPaise } from '../../domain/words/money.ts';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form } from '../ui/Form.tsx';
import { codeMessageOf, priceWith } from './start-checkout.ts';

type CodeFormProps = { pack: Pack; onApplied: (discount: Discount) => void };

function CodeForm({ pack, onApplied }: CodeFormProps) {
  const form = useForm({ defaultValues: { code: '' } });
  return (
    <Form
      className="form mb-6"
      legend="Discount code"
      form={form}
      field="code"
      opened
      anybody
      send={async ({ code }) => {
        onApplied(await priceWith(pack, code));
        return undefined;
      }}
      sayFailure={(error) => ({ message: codeMessageOf(error), at: 'code' })}
      button={{ label: 'Apply code', pending: 'Checking', quiet: true }}
    >
      <Field
        label="Discount code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...fieldOf(form, 'code', { required: 'Enter the code first.' })}
      />
    </Form>
  );
}

type DiscountFormProps = {
  pack: Pack;
  /** The discount that applies: from the typed code or from the member price. */
  discount: Discount | undefined;
  typed: Discount | undefined;
  onTyped: (discount: Discount | undefined) => void;
  /** False while a purchase is being prepared. */
  isIdle: boolean;
};

/**
 * The form for a discount code (§8.34). Once a code applies, the card shows the price that the payment window will
 * charge.
 */
export default function DiscountForm({
  pack,
  discount,
  typed,
  onTyped,
  isIdle,
}: DiscountFormProps) {
  const applied = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (typed) applied.current?.focus();
  }, [typed]);
  return (
    <>
      {!typed && <CodeForm pack={pack} onApplied={onTyped} />}
      <div role="status">
        {typed && (
          <p ref={applied} tabIndex={-1} className="mb-6">
            {discount !== typed && <span>Your member price is lower than the price with </span>}
            <span translate="no">{typed.code}</span>
            <span>{`${
              discount === typed
                ? `: you pay ${formatPaise(typed.amount)}, ${formatPaise(toPaise(pack.price) - typed.amount)} less than ${formatRupees(pack.price)}.`
                : ', so you pay the member price.'
            } `}</span>
            <button
              type="button"
              className="text-link"
              aria-disabled={!isIdle}
              onClick={isIdle ? () => onTyped(undefined) : undefined}
            >
              Remove the code
            </button>
          </p>
        )}
      </div>
    </>
  );
}
