import { useEffect, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { sayReason } from '../../domain/loans/choices.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { Check } from '../ui/Check.tsx';
import { Facts } from '../ui/Facts.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { KeyFacts } from './LenderMark.tsx';
import './ask-choose.css';
import type { MyLoan, ShownOffer } from './loan-schema.ts';
import type { FirstField } from './RequestForm.tsx';
import { chooseOffer, sayLoanFailure } from './loan-store.ts';
import {
  endedBy,
  hasEnded,
  namesSigner,
  sayDay,
  saySigner,
  unusualSigner,
  whatNow,
} from './loan-words.ts';
import { offerInShort } from './offer-facts.tsx';

type AskChooseProps = {
  offer: ShownOffer;
  loan: MyLoan;
  /** Closes the dialog and opens the request. */
  onEdit: (first?: FirstField) => void;
  onClose: (done: boolean) => void;
};

/** Asks the member to confirm the choice of an offer, and to consent to sharing details with its lender (§16.22). */
export function AskChoose({ offer, loan, onEdit, onClose }: AskChooseProps) {
  const id = useId();
  const form = useForm({ defaultValues: { agreed: false } });
  const { resetField, formState } = form;
  const agreed = useWatch({ control: form.control, name: 'agreed' });
  const { lender } = offer;
  const { request, contact } = loan;
  const past = endedBy(loan, offer);
  const isAgain = hasEnded(loan, offer);
  const signer = unusualSigner(request);
  const isNamed = signer !== undefined && namesSigner(signer, offer);
  const advice =
    signer === 'none'
      ? 'Most lenders ask for a co-applicant, usually a parent.'
      : 'If yours is not named, ask the lender first.';
  const { version, text } = loan.consent_texts.lender;
  // The consent's text may be replaced while the dialog is open, and a tick for the old text is not consent to the new
  // one.
  useEffect(() => resetField('agreed', { defaultValue: false }), [resetField, version]);
  return (
    <AskFirst
      className="ask-choose"
      form={form}
      field="agreed"
      title={isAgain ? `Ask ${lender.name} again?` : `Choose ${lender.name}’s offer?`}
      // The button stays in sight, so it first leads to the box, which is out of sight.
      confirm={agreed || formState.isSubmitted ? 'Choose this offer' : 'Read and agree'}
      confirming="Choosing ..."
      keep="Not now"
      work={() => chooseOffer(offer.id, version)}
      done={`You have chosen ${lender.name}’s offer.`}
      sayFailure={sayLoanFailure}
      fields={
        // In a box of its own, so that the message stands right below the tick.
        <div>
          <Check
            aria-describedby={id}
            {...fieldOf(form, 'agreed', {
              // The first press only leads to the box.
              validate: (agreed) =>
                agreed || (formState.isSubmitted && 'Tick the box to choose this offer.'),
            })}
          >{`I agree: only ${lender.name} gets my request and details.`}</Check>
        </div>
      }
      onClose={onClose}
    >
      {past && (
        <p className="notice mb-3">{`${whatNow(past)}${past.reason ? ` ${sayReason(past.reason)}` : ''} ${isAgain ? 'Ask again only if something has changed.' : 'You have changed your request since.'}`}</p>
      )}
      <p>{`Valid until ${sayDay(offer.valid_until)}. Choosing it commits neither you nor the lender.${lender.is_sample ? ' This is a sample lender.' : ''}`}</p>
      {signer && (
        <div className={`notice mt-3 ${isNamed ? 'notice-calm' : ''}`}>
          <p>{`${saySigner(signer, offer)}${isNamed ? '' : ` ${advice}`}`}</p>
          {!isNamed && (
            <PressButton
              load={() => import('./RequestForm.tsx')}
              work={() => onEdit('co_applicant')}
            >
              {`${signer === 'none' ? 'Add a' : 'Change the'} co-applicant first`}
            </PressButton>
          )}
        </div>
      )}
      {request && <Facts className="ask-choose-facts my-4" facts={offerInShort(offer, request)} />}
      <KeyFacts offer={offer} />
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
      {/* Right above the box, so that the press that leads to the box shows the text from its beginning. */}
      <p className="loan-consent" id={id}>
        {text.replaceAll('{lender}', lender.name)}
      </p>
    </AskFirst>
  );
}
