import { useStore } from '@nanostores/react';
import { useForm } from 'react-hook-form';
import { loanRefusals } from '../../domain/refusals/loans.ts';
import { serverNow } from '../../lib/clock.ts';
import { $today } from '../../lib/now.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { Field } from '../ui/Field.tsx';
import { FileField } from '../ui/FileField.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form } from '../ui/Form.tsx';
import { showToast } from '../ui/toast.ts';
import { matchProblems, sendRateMatch, type MatchTexts } from './rate-match.ts';

type Values = MatchTexts & { file: readonly File[] };

const blank: Values = { lender: '', rate: '', charges: '', validUntil: '', file: [] };

// The function refuses a malformed query without asking the database.
const refusals = { ...loanRefusals, invalid_request: loanRefusals.match_not_valid };

type RateMatchFormProps = {
  /** Called when the form closes. `match` is the id of the rate match, if one was sent. */
  onClose: (match: string | undefined) => void;
};

/** The form behind 'I found a better offer' (§16.27). */
export default function RateMatchForm({ onClose }: RateMatchFormProps) {
  const form = useForm<Values>({ defaultValues: blank, mode: 'onTouched' });
  const today = useStore($today);

  const typed = (name: keyof MatchTexts) => ({
    autoComplete: 'off',
    maxLength: 80,
    ...fieldOf(form, name, { validate: (text) => matchProblems[name](text, serverNow()) ?? true }),
  });

  const send = async ({ file: files, ...texts }: Values) => {
    const [offer] = files;
    if (!offer) return undefined;
    const match = await sendRateMatch(texts, offer);
    showToast('success', 'Sent. We will ask our lenders to match it.');
    onClose(match);
    return undefined;
  };

  return (
    <Form
      legend="I found a better offer"
      form={form}
      field="lender"
      opened
      send={send}
      sayFailure={(error) => sayFailure(error, refusals)}
      button={{ label: 'Send offer', pending: 'Sending ...' }}
      cancel={{ label: 'Not now', onPress: () => onClose(undefined) }}
    >
      <div className="form-row">
        <Field label="Lender" {...typed('lender')} />
        <Field
          label="Interest rate"
          hint="Percent a year, for example 9.75."
          inputMode="decimal"
          {...typed('rate')}
        />
      </div>
      <div className="form-row">
        <Field
          label="Charges"
          hint="In rupees, with tax."
          inputMode="decimal"
          {...typed('charges')}
        />
        <Field
          label="Valid until"
          hint="The last day of the offer, as on its letter."
          type="date"
          min={today}
          {...typed('validUntil')}
        />
      </div>
      <FileField
        form={form}
        name="file"
        label="The written offer"
        hint="PDF, JPEG or PNG, up to 4 MB. Our lenders see its rate and charges, but not your name."
        needed="Add the written offer."
        most={1}
      />
    </Form>
  );
}
