import { useForm } from 'react-hook-form';
import type { Discount } from '../../domain/packs/discounts.ts';
import type { Pack } from '../../domain/packs/packs.ts';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form } from '../ui/Form.tsx';
import { codeMessageOf, priceWith } from './start-checkout.ts';

type DiscountFormProps = { pack: Pack; onApplied: (discount: Discount) => void };

/**
 * The form for a discount code (§8.34). Once a code applies, the card shows the price that the payment window will
 * charge.
 */
export default function DiscountForm({ pack, onApplied }: DiscountFormProps) {
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
