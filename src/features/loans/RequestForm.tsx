import { useEffect, useId, useState, type ReactNode } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { institutes } from '../../content/institutes.ts';
import {
  coApplicantNames,
  coApplicants,
  courseStartMonths,
  readers,
  readRequest,
  requestFields,
  requestLabels,
  sayMonths,
  stageNames,
  stages,
  textsOf,
  type RequestField,
  type RequestTexts,
} from '../../domain/loans/loan-request.ts';
import { loanRefusals } from '../../domain/refusals/loans.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { Check } from '../ui/Check.tsx';
import { Choice } from '../ui/Choice.tsx';
import { Field } from '../ui/Field.tsx';
import { FormCard } from '../ui/FormCard.tsx';
import { Select } from '../ui/Select.tsx';
import { showToast } from '../ui/toast.ts';
import { draftOf, forgetDraft, keepDraft } from './loan-kept.ts';
import type { MyLoan } from './loan-schema.ts';
import { joinGroup } from './loan-store.ts';
import { hasCurrentConsent, inShort, requestOf, sayMonth } from './loan-words.ts';
import '../ui/note.css';

type Values = RequestTexts & { agreed: boolean };

const blank: RequestTexts = {
  institute: '',
  programme: '',
  stage: '',
  courseStarts: '',
  courseMonths: '2 years',
  amount: '',
  termMonths: '10 years',
  coApplicant: '',
  city: '',
};

/** The typed texts, without the box of the consent. */
function textsIn({ agreed: _agreed, ...texts }: Values): RequestTexts {
  return texts;
}

type Part = { form: UseFormReturn<Values>; name: RequestField };

const rule = (name: RequestField) => ({
  validate: (text: string) => readers[name](text).error ?? true,
});

type TypedProps = Part & { hint?: string; autoComplete?: string; list?: string };

function Typed({ form, name, hint, autoComplete = 'off', list }: TypedProps) {
  const error = form.formState.errors[name]?.message;
  return (
    <Field
      label={requestLabels[name]}
      maxLength={160}
      autoComplete={autoComplete}
      list={list}
      error={error}
      {...(hint && !error && { hint })}
      {...form.register(name, rule(name))}
    />
  );
}

function Chosen({ form, name, children }: Part & { children: ReactNode }) {
  return (
    <Select
      label={requestLabels[name]}
      error={form.formState.errors[name]?.message}
      {...form.register(name, rule(name))}
    >
      <option value="">Choose</option>
      {children}
    </Select>
  );
}

/** A part of its own, because the first wrong field that was registered gets the focus. */
function StageChoice({ form }: Pick<Part, 'form'>) {
  return (
    <Choice
      className="loan-stage"
      look="cards"
      legend={requestLabels.stage}
      options={stages.map((value) => ({ value, label: stageNames[value] }))}
      error={form.formState.errors.stage?.message}
      registered={form.register('stage', rule('stage'))}
    />
  );
}

function Months({ label, months }: { label: string; months: readonly string[] }) {
  return (
    <optgroup label={label}>
      {months.map((month) => (
        <option key={month} value={month}>
          {sayMonth(month)}
        </option>
      ))}
    </optgroup>
  );
}

/** Inputs for the figures, each with what was understood. */
function FigureFields({ form, starts }: { form: UseFormReturn<Values>; starts: string }) {
  const { control } = form;
  const [amount, course, term] = useWatch({
    control,
    name: ['amount', 'courseMonths', 'termMonths'],
  });
  const rupees = readers.amount(amount).value;
  const length = readers.courseMonths(course).value;
  const emis = readers.termMonths(term).value;
  const [{ coming, past }] = useState(() => courseStartMonths(Date.now()));
  // A request keeps its month, however long ago that is by now.
  const isOld = starts !== '' && ![...coming, ...past].includes(starts);
  return (
    <>
      <div className="form-row">
        <Chosen form={form} name="courseStarts">
          <Months label="Coming" months={coming} />
          <Months label="Started already" months={isOld ? [...past, starts] : past} />
        </Chosen>
        <Typed
          form={form}
          name="courseMonths"
          hint={length === undefined ? 'In months, or like 2 years.' : `That is ${length} months.`}
        />
      </div>
      <div className="form-row">
        <Typed
          form={form}
          name="amount"
          hint={rupees === undefined ? 'Like 15,00,000 or 15 lakh.' : `That is ${inShort(rupees)}.`}
        />
        <Typed
          form={form}
          name="termMonths"
          hint={
            emis === undefined
              ? 'Years in which you pay EMIs, after study and grace.'
              : `${emis} EMIs in ${sayMonths(emis)}, after study and grace.`
          }
        />
      </div>
    </>
  );
}

type ConsentProps = { form: UseFormReturn<Values>; loan: MyLoan };

/** The consent in the words that are stored with it (§16.12). */
function ConsentField({ form, loan }: ConsentProps) {
  const id = useId();
  const { version, text } = loan.consent_texts.group;
  const { resetField } = form;
  // Somebody who ticked the older text has not agreed to this one.
  useEffect(() => resetField('agreed', { defaultValue: false }), [resetField, version]);
  return (
    <div className="field">
      <p id={id} className="loan-consent">
        {text}
      </p>
      <Check
        aria-describedby={id}
        error={form.formState.errors.agreed?.message}
        {...form.register('agreed', {
          validate: (agreed) => agreed || 'Tick this to join the group.',
        })}
      >
        I have read this and agree
      </Check>
    </div>
  );
}

type RequestFormProps = {
  memberId: string;
  loan: MyLoan;
  /** Called when the form is done with; `sent` is true after the request was sent. */
  onClose: (sent: boolean) => void;
};

/** The request: joins the group, or changes what is asked for (§16.2 to §16.12). */
export default function RequestForm({ memberId, loan, onClose }: RequestFormProps) {
  const { request, consent_texts: texts } = loan;
  const id = useId();
  const agreedBefore = request !== null && hasCurrentConsent(loan);
  const [start] = useState<RequestTexts>(() =>
    request ? textsOf(requestOf(request)) : (draftOf(memberId) ?? blank),
  );
  const form = useForm<Values>({
    defaultValues: { ...start, agreed: false },
    mode: 'onTouched',
  });
  const { setFocus, subscribe } = form;
  const isNew = request === null;

  useEffect(() => setFocus('institute'), [setFocus]);
  useEffect(() => {
    if (!isNew) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const changed = requestFields.some((name) => values[name] !== blank[name]);
        if (changed) keepDraft(memberId, textsIn(values));
        else forgetDraft();
      },
    });
  }, [isNew, memberId, subscribe]);

  const send = async (values: Values) => {
    const read = readRequest(values);
    // The rules above let no other values pass.
    if (!read) return undefined;
    await joinGroup(read, texts.group.version);
    forgetDraft();
    const joined = loan.proven
      ? 'You are in the group.'
      : 'Your request is here. One step left: verify your e-mail.';
    showToast('success', isNew ? joined : 'Your request is changed.');
    onClose(true);
    return undefined;
  };

  return (
    <FormCard
      legend="Your request"
      form={form}
      field="institute"
      send={send}
      sayFailure={(error) => sayFailure(error, loanRefusals)}
      button={{
        label: isNew ? 'Join the group' : 'Change the request',
        pending: isNew ? 'Joining the group' : 'Changing it',
      }}
      buttons={(submit) => (
        <div className="loan-form-buttons">
          {submit}
          <button type="button" className="button button-quiet" onClick={() => onClose(false)}>
            {isNew ? 'Not now' : 'Keep it as it is'}
          </button>
        </div>
      )}
    >
      <div className="form-row">
        <Typed
          form={form}
          name="institute"
          hint="The one you need the loan for."
          list={`${id}-institutes`}
        />
        <Typed form={form} name="programme" hint="Like PGP, MBA or MBA (Finance)." />
      </div>
      <datalist id={`${id}-institutes`}>
        {institutes.all.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <StageChoice form={form} />
      <FigureFields form={form} starts={start.courseStarts} />
      <div className="form-row">
        <Chosen form={form} name="coApplicant">
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
          What you type stays on this device until you join. A logout deletes it.
        </p>
      )}
    </FormCard>
  );
}
