import { useEffect, useId, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import {
  coApplicantNames,
  coApplicants,
  figureTexts,
  readers,
  readRequest,
  requestFields,
  textsOf,
  type LoanRequest,
  type RequestTexts,
} from '../../domain/loans/loan-request.ts';
import { misfits } from '../../domain/loans/loan-offer.ts';
import { keysOf } from '../../domain/words/keys-of.ts';
import { Check } from '../ui/Check.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form, type FormFailure } from '../ui/Form.tsx';
import { SchoolList } from '../ui/SchoolList.tsx';
import { calculatorFigures, loanDraft } from './loan-kept.ts';
import type { MyLoan } from './loan-schema.ts';
import { joinGroup, sayLoanFailure } from './loan-store.ts';
import { hasCurrentConsent, sayMisfits } from './loan-words.ts';
import { Chosen, FigureFields, StageChoice, Typed, type Values } from './RequestFields.tsx';

const blank: RequestTexts = {
  institute: '',
  programme: '',
  stage: '',
  course_starts: '',
  course_months: '2 years',
  amount: '',
  term_months: '10 years',
  co_applicant: '',
  city: '',
};

/** The calculator's last figures in this tab, if a request can have them (§16.11). */
function fromCalculator(): Partial<RequestTexts> {
  const terms = calculatorFigures();
  if (!terms) return {};
  const { amount, study, months } = terms;
  const texts = figureTexts({ amount, course_months: study, term_months: months });
  const fits = keysOf(texts).filter((name) => readers[name](texts[name]).error === undefined);
  return Object.fromEntries(fits.map((name) => [name, texts[name]]));
}

/** The consent, in the words that are stored with it (§16.12). */
function ConsentField({ form, loan }: { form: UseFormReturn<Values>; loan: MyLoan }) {
  const id = useId();
  const { version, text } = loan.consent_texts.group;
  const { resetField } = form;
  // A tick for an older text is not consent to this one.
  useEffect(() => resetField('agreed', { defaultValue: false }), [resetField, version]);
  return (
    <div className="field">
      <p id={id} className="loan-consent">
        {text}
      </p>
      <Check
        aria-describedby={id}
        {...fieldOf(form, 'agreed', {
          validate: (agreed) => agreed || 'Tick the box to join the group.',
        })}
      >
        I have read this and agree
      </Check>
    </div>
  );
}

/** Why a change does not fit the offer that the member has chosen, beside the field at fault (§16.55). */
function whyUnfit({ choice, request }: MyLoan, asked: LoanRequest): FormFailure | undefined {
  if (!choice || !request) return undefined;
  const { offer, lender } = choice;
  const [first] = misfits(offer, asked);
  const isOtherYear = !asked.course_starts.startsWith(`${request.intake_year}-`);
  if (!first && !isOtherYear) return undefined;
  const why = first
    ? sayMisfits(offer, asked)
    : `Its offer is for courses that start in ${request.intake_year}.`;
  return {
    message: `You have chosen ${lender.name}. ${why} Change this, or withdraw your choice first.`,
    at: !first ? 'course_starts' : first.startsWith('term') ? 'term_months' : 'amount',
  };
}

/** The field with which the form begins, if not the first. */
export type FirstField = 'co_applicant';

type RequestFormProps = {
  first: FirstField | undefined;
  memberId: string;
  loan: MyLoan;
  /** Called when the form closes, with the request if the member sent it. */
  onClose: (sent?: LoanRequest) => void;
};

/** The form for joining the group or editing the open request (§16.2 to §16.12). */
export default function RequestForm({ first, memberId, loan, onClose }: RequestFormProps) {
  const { request, consent_texts: texts, targets } = loan;
  const id = useId();
  const agreedBefore = request !== null && hasCurrentConsent(loan);
  const [calculated] = useState(fromCalculator);
  const [empty] = useState<RequestTexts>(() => ({
    ...blank,
    ...calculated,
    institute: targets[0]?.institute ?? '',
  }));
  const [start] = useState<RequestTexts>(() =>
    request ? textsOf(request) : (loanDraft.read(memberId) ?? empty),
  );
  const form = useForm<Values>({ defaultValues: { ...start, agreed: false }, mode: 'onTouched' });
  const { subscribe } = form;
  const isNew = request === null;

  useEffect(() => {
    if (!isNew) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values: { agreed: _agreed, ...texts } }) => {
        const changed = requestFields.some((name) => texts[name] !== empty[name]);
        if (changed) loanDraft.keep(memberId, texts);
        else loanDraft.forget();
      },
    });
  }, [empty, isNew, memberId, subscribe]);

  const send = async (values: Values) => {
    const read = readRequest(values);
    // Cannot happen, because every field has passed its own rule.
    if (!read) return undefined;
    const unfit = whyUnfit(loan, read);
    if (unfit) return unfit;
    await joinGroup(read, texts.group.version);
    loanDraft.forget();
    onClose(read);
    return undefined;
  };

  return (
    <Form
      legend="Your request"
      form={form}
      field={first ?? 'institute'}
      opened
      send={send}
      sayFailure={sayLoanFailure}
      button={{
        label: isNew ? 'Join the group' : 'Change the request',
        pending: isNew ? 'Joining the group' : 'Saving ...',
      }}
      cancel={{ label: isNew ? 'Not now' : 'Keep my request', onPress: () => onClose() }}
    >
      <div className="form-row">
        <Typed form={form} name="institute" list={`${id}-institutes`} />
        <Typed form={form} name="programme" hint="For example, PGP, MBA or MBA (Finance)." />
      </div>
      <SchoolList id={`${id}-institutes`} targets={targets} />
      <StageChoice form={form} />
      <FigureFields
        form={form}
        starts={start.course_starts}
        calculated={isNew ? calculated.amount : undefined}
      />
      <div className="form-row">
        <Chosen form={form} name="co_applicant">
          {coApplicants.map((one) => (
            <option key={one} value={one}>
              {coApplicantNames[one]}
            </option>
          ))}
        </Chosen>
        <Typed form={form} name="city" hint="Where you live." autoComplete="address-level2" />
      </div>
      {!agreedBefore && <ConsentField {...{ form, loan }} />}
      {isNew && (
        <p className="note">
          What you type stays on this device until you join. Logging out deletes it.
        </p>
      )}
    </Form>
  );
}
