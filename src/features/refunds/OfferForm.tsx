import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { institutes } from '../../content/institutes.ts';
import type { Target } from '../../domain/bookings/targets.ts';
import { longestInstitute } from '../../domain/files/member-files.ts';
import { lastingInFigures } from '../../domain/periods.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { serverNow } from '../../lib/clock.ts';
import { $today } from '../../lib/now.ts';
import { Field } from '../ui/Field.tsx';
import { FileField } from '../ui/FileField.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form } from '../ui/Form.tsx';
import { SchoolList } from '../ui/SchoolList.tsx';
import { offerProblems, type OfferTexts } from './offer.ts';
import { myRefunds } from './refunds-store.ts';

type Values = OfferTexts & { letter: readonly File[] };

/**
 * The initial value is the school whose interview was most recent, because that is where the offer most likely comes
 * from (§15.104).
 */
function likely(targets: readonly Target[], today: string): Values {
  const over = targets
    .flatMap(({ institute, interview_on: on }) =>
      on !== null && on <= today ? [{ institute, on }] : [],
    )
    .toSorted((one, other) => Date.parse(other.on) - Date.parse(one.on));
  const [last] = over;
  return {
    institute: last?.institute ?? '',
    offeredOn: '',
    interviewedOn: last?.on ?? '',
    letter: [],
  };
}

type OfferFormProps = {
  /** In paise. */
  gives: number;
  /** Called with a valid offer and its letter once the member submits them. */
  onReady: (offer: OfferTexts, letter: File) => void;
  onClose: () => void;
};

/** The form for the 100% refund: the institute, two dates and the letter (§17.7, §17.66). */
export default function OfferForm({ gives, onReady, onClose }: OfferFormProps) {
  // Not validated on blur, because a message that appears then would move the button away from the finger.
  const { data } = useStore(myRefunds.$data);
  const targets = data?.targets ?? [];
  const today = useStore($today);
  const form = useForm<Values>({ defaultValues: likely(targets, today) });
  const id = useId();

  const typed = (name: keyof OfferTexts) => ({
    autoComplete: 'off',
    ...fieldOf(form, name, {
      validate: (_text, values) => offerProblems[name](values, serverNow()) ?? true,
      // The interview's date is checked against the offer's.
      ...(name === 'offeredOn' && { deps: 'interviewedOn' as const }),
    }),
  });

  const send = ({ letter: files, ...offer }: Values) => {
    const [file] = files;
    if (file) onReady(offer, file);
    return Promise.resolve(undefined);
  };

  return (
    <Form
      legend="100% refund after an offer"
      form={form}
      field="institute"
      opened
      send={send}
      button={{ label: `Continue with ${formatPaise(gives)}`, pending: 'One moment' }}
      cancel={{ label: 'Not now', onPress: onClose }}
    >
      <Field
        label="Institute"
        hint="For example, IIM Indore."
        list={`${id}-institutes`}
        maxLength={longestInstitute}
        {...typed('institute')}
      />
      <SchoolList id={`${id}-institutes`} targets={targets} others={institutes.iims} />
      <div className="form-row">
        <Field
          label="Offer issued on"
          type="date"
          hint={`Within the last ${lastingInFigures('refund')}.`}
          max={today}
          {...typed('offeredOn')}
        />
        <Field
          label="Final interview on"
          type="date"
          hint="At this institute."
          max={today}
          {...typed('interviewedOn')}
        />
      </div>
      <FileField
        form={form}
        name="letter"
        label="The offer letter"
        hint="PDF, JPEG or PNG, up to 4 MB; a screenshot of the institute’s portal is fine. It must show your name, or that of the person you share the pack with. Cover up marks and ID numbers; we do not need them."
        needed="Add the offer letter."
        most={1}
      />
    </Form>
  );
}
