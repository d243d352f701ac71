import { useEffect, useRef, useState } from 'react';
import type { Discount } from '../../domain/packs/discounts.ts';
import type { Pack } from '../../domain/packs/packs.ts';
import { Field } from '../ui/Field.tsx';
import { usePress } from '../ui/use-press.ts';
import { codeMessageOf, priceWith } from './start-checkout.ts';

type DiscountFormProps = { pack: Pack; onApplied: (discount: Discount) => void };

/** The form for a discount code (§8.34). The card then shows the price that the payment window will ask for. */
export default function DiscountForm({ pack, onApplied }: DiscountFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { busy, result, press } = usePress(async () => {
    const found = await priceWith(pack, code).catch((error: unknown) => {
      field.current?.focus();
      throw error;
    });
    onApplied(found);
  }, codeMessageOf);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="mb-6 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <Field
        ref={field}
        label="Discount code"
        error={result?.message}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
        onChange={({ target }) => setCode(target.value)}
      />
      <button type="submit" className="button button-quiet" disabled={busy}>
        {busy ? 'Checking' : 'Apply'}
      </button>
    </form>
  );
}
