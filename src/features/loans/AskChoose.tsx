import { useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import { costOf } from '../../domain/loans/loan-offer.ts';
import { formatSum, unbroken } from '../../domain/words/money.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { Check } from '../ui/Check.tsx';
import { Facts } from '../ui/Facts.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { KeyFacts } from './LenderMark.tsx';
import type { MyLoan, ShownOffer } from './loan-schema.ts';
import { chooseOffer, sayLoanFailure } from './loan-store.ts';
import { inFull, inShort, percent, sayDay } from './loan-words.ts';

type AskChooseProps = { offer: ShownOffer; loan: MyLoan; onClose: (done: boolean) => void };

/** Asks the member to confirm the choice of an offer, and to consent to sharing details with its lender (§16.22). */
export function AskChoose({ offer, loan, onClose }: AskChooseProps) {
  const id = useId();
  const form = useForm({ defaultValues: { agreed: false } });
  const { resetField } = form;
  const { lender } = offer;
  const { request, contact } = loan;
  const { version, text } = loan.consent_texts.lender;
  const cost = request && costOf(offer, request);
  // The consent's text may be replaced while the dialog is open, and a tick for the old text is not consent to the new
  // one.
  useEffect(() => resetField('agreed', { defaultValue: false }), [resetField, version]);
  return (
    <AskFirst
      className="loan-choose"
      form={form}
      field="agreed"
      title={`Choose ${lender.name}’s offer?`}
      confirm="Choose this offer"
      confirming="Choosing ..."
      keep="Not now"
      work={() => chooseOffer(offer.id, version)}
      done={`You have chosen ${lender.name}’s offer.`}
      sayFailure={sayLoanFailure}
      fields={
        <Check
          aria-describedby={id}
          {...fieldOf(form, 'agreed', {
            validate: (agreed) => agreed || 'Tick the box to choose this offer.',
          })}
        >{`I agree: only ${lender.name} gets my request and details.`}</Check>
      }
      onClose={onClose}
    >
      <p>{`${request ? `${inShort(request.amount)} at ` : ''}${percent(offer.rate)} ${offer.rate_type}${
        (cost &&
          `: ${
            offer.interest === 'paid'
              ? `first ${inFull(cost.wait.monthly)} of interest a month, ${cost.wait.months} times, then `
              : ''
          }EMI ${unbroken(formatSum(cost.emiInRupees))}${
            offer.interest === 'paid' ? '' : ` after ${cost.wait.months} months`
          }, in total ${inFull(cost.total)} with charges of ${inFull(cost.charges)}`) ??
        ''
      }. Valid until ${sayDay(offer.valid_until)}. It commits neither you nor the lender${lender.is_sample ? ', which is a sample' : ''}.`}</p>
      <KeyFacts offer={offer} />
      <p className="loan-consent" id={id}>
        {text.replaceAll('{lender}', lender.name)}
      </p>
      <p className="note">{`Along with your request, ${lender.name} gets:`}</p>
      <Facts
        facts={[
          ['Name', contact.name],
          ['Phone', contact.phone],
          ['Email', <MailAddress key="email" address={contact.email} />],
        ]}
      />
      <p className="note mt-2">
        <span>Not right? Change your </span>
        <a className="text-link" href={memberPages.profile}>
          name and number
        </a>
        <span> or </span>
        <a className="text-link" href={memberPages.settings}>
          address
        </a>
        <span> first.</span>
      </p>
    </AskFirst>
  );
}
