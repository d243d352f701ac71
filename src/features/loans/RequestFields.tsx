import { useStore } from '@nanostores/react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import {
  courseStartMonths,
  readers,
  requestLabels,
  stageNames,
  stages,
  type RequestField,
  type RequestTexts,
} from '../../domain/loans/loan-request.ts';
import { sayMonths } from '../../domain/words/count.ts';
import { inShort } from '../../domain/words/money.ts';
import { $today } from '../../lib/now.ts';
import { Choice } from '../ui/Choice.tsx';
import type { Elements } from '../ui/elements.ts';
import { fieldOf } from '../ui/field-of.ts';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { sayMonth } from './loan-words.ts';

/** What the member typed into a request, and whether the consent is ticked. */
export type Values = RequestTexts & { agreed: boolean };

type Part = { form: UseFormReturn<Values>; name: RequestField };

const rule = (name: RequestField) => ({
  validate: (text: string) => readers[name](text).error ?? true,
});

type TypedProps = Part & { hint?: string; autoComplete?: string; list?: string };

/** A text field of the request. */
export function Typed({ form, name, hint, autoComplete = 'off', list }: TypedProps) {
  const error = form.formState.errors[name]?.message;
  return (
    <Field
      label={requestLabels[name]}
      maxLength={160}
      autoComplete={autoComplete}
      list={list}
      error={error}
      hint={hint}
      {...form.register(name, rule(name))}
    />
  );
}

type ChosenProps = Part & {
  /** Options before 'Choose', where browsers open the list as long as nothing is chosen. */
  before?: Elements;
  children: Elements;
};

/** A select field of the request, with its options as children. */
export function Chosen({ form, name, before, children }: ChosenProps) {
  return (
    <Select label={requestLabels[name]} defaultValue="" {...fieldOf(form, name, rule(name))}>
      {before}
      <option value="">Choose</option>
      {children}
    </Select>
  );
}

/**
 * A separate component, because fields must register in their order on the page: the first wrong field gets the focus.
 */
export function StageChoice({ form }: Pick<Part, 'form'>) {
  return (
    <Choice
      look="cards"
      legend={requestLabels.stage}
      options={stages.map((value) => ({ value, label: stageNames[value] }))}
      {...fieldOf(form, 'stage', rule('stage'))}
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

type FigureProps = Pick<Part, 'form'> & {
  starts: string;
  /** The amount from the calculator, if a new request can have it. */
  calculated: string | undefined;
};

/** The fields for figures. Each shows how it understood the input. */
export function FigureFields({ form, starts, calculated }: FigureProps) {
  const { control } = form;
  const [amount, course, term] = useWatch({
    control,
    name: ['amount', 'course_months', 'term_months'],
  });
  const rupees = readers.amount(amount).value;
  const length = readers.course_months(course).value;
  const emis = readers.term_months(term).value;
  const { coming, past } = courseStartMonths(Date.parse(useStore($today)));
  // A request keeps its month, even if that month can no longer be chosen.
  const isOld = starts !== '' && ![...coming, ...past].includes(starts);
  return (
    <>
      <div className="form-row">
        <Chosen
          form={form}
          name="course_starts"
          before={<Months label="Already started" months={isOld ? [starts, ...past] : past} />}
        >
          <Months label="Coming" months={coming} />
        </Chosen>
        <Typed
          form={form}
          name="course_months"
          hint={
            length === undefined
              ? 'For example, 24 months or 2 years.'
              : course === sayMonths(length)
                ? ''
                : `That is ${sayMonths(length)}.`
          }
        />
      </div>
      <div className="form-row">
        <Typed
          form={form}
          name="amount"
          hint={
            rupees === undefined
              ? 'For example, 15,00,000 or 15 lakh.'
              : `That is ${inShort(rupees)}${amount === calculated ? ', from your EMI calculation' : ''}.`
          }
        />
        <Typed
          form={form}
          name="term_months"
          hint={
            emis === undefined
              ? 'How many years you pay EMIs, after your course and any grace period.'
              : `${emis} EMIs in ${sayMonths(emis)}, after your course and any grace period.`
          }
        />
      </div>
    </>
  );
}
