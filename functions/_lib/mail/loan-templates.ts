import * as v from 'valibot';
import type { ChoiceState, MatchState } from '../../../src/domain/loans/choices.ts';
import { papersFor } from '../../../src/domain/loans/loan-request.ts';
import { lasting } from '../../../src/domain/periods.ts';
import { formatDay } from '../../../src/domain/words/dates.ts';
import { keysOf } from '../../../src/domain/words/keys-of.ts';
import { formatPaise } from '../../../src/domain/words/money.ts';
import { day, uuid } from '../../../src/domain/schema.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import type { Block } from './render.ts';
import {
  letter,
  optionalText,
  question,
  template,
  typed,
  type MailContext,
  type Templates,
} from './template.ts';

// Mails about loans (§16.26, §16.58). The operator wrote the lenders' names and the reasons, so mails print them
// unchanged. The lender of a better offer is different: a member typed that name.

/** The end of every mail to a member: a button to the page about the loan, and an optional note. */
const end = (label: string, context: MailContext, note?: string): Block[] => [
  { button: label, href: `${context.siteUrl}${memberPages.loan}` },
  ...(note === undefined ? [] : [{ note }]),
  question(context),
];

const reasonOf = (reason: string | null): Block[] =>
  reason === null ? [] : [`The reason: ${reason}`];

const percent = (rate: number) => `${rate}% a year`;

const toOthers = 'Look at the other offers';

const stepWords = {
  with_lender: (lender) => ({
    subject: `${lender} has your details now`,
    heading: 'Your request is with the lender',
    says: `We have given ${lender} your details for this loan, as you agreed. It will call or write to you. If you hear nothing within ${lasting('loan answer')}, reply to this mail and we will ask. The amount is fixed now; to change it, talk to the lender.`,
    button: 'Follow your loan',
  }),
  sanctioned: (lender) => ({
    subject: `${lender} has sanctioned your loan`,
    heading: 'Your loan is sanctioned',
    says: `${lender} tells us that it has sanctioned your loan. Read its sanction letter and its key fact statement before you sign, and compare both with the offer on your page.`,
    button: 'Follow your loan',
  }),
  disbursed: (lender) => ({
    subject: `${lender} has paid out your loan`,
    heading: 'Your loan is paid out',
    says: `${lender} tells us that it has paid out your loan. From here on it is between you and the lender. Enjoy business school!`,
    button: 'Open your loan page',
  }),
  expired: (lender) => ({
    subject: `The offer of ${lender} has ended`,
    heading: 'The offer you chose has ended',
    says: `The last day of the offer passed before ${lender} had your details, so nobody got them. You can choose another offer.`,
    button: toOthers,
  }),
  withdrawn: (lender) => ({
    subject: `${lender} has withdrawn its offer`,
    heading: 'The lender has withdrawn',
    says: `${lender} has withdrawn the offer you chose. You can choose another one.`,
    button: toOthers,
  }),
  declined: (lender) => ({
    subject: `${lender} has declined your loan`,
    heading: 'The lender has declined',
    says: `${lender} has declined your request. Each lender has its own rules, and another one may say yes: you can choose another offer.`,
    button: toOthers,
  }),
  taken_back: (lender) => ({
    subject: `You withdrew your choice of ${lender}`,
    heading: 'Your choice is withdrawn',
    says: `You withdrew your consent for ${lender}, so we stop here. If it already had your details, we tell it to stop using them.`,
    button: toOthers,
  }),
} satisfies Record<Exclude<ChoiceState, 'chosen'>, (lender: string) => Record<string, string>>;

const toTheirOffer =
  'Its offer is on your page. If you have chosen another one, withdraw that choice first.';

const matchWords = {
  with_lenders: (lender) => ({
    heading: 'Your better offer is with our lenders',
    says: `Our partner lenders have the rate and the charges of the offer from ${lender}, but not your name. We will write to you as soon as they answer.`,
  }),
  matched: (lender) => ({
    heading: 'Your better offer is matched',
    says: `A partner lender matches the offer from ${lender}. ${toTheirOffer}`,
  }),
  bettered: (lender) => ({
    heading: 'One of our lenders beats your offer',
    says: `One of our partner lenders beats the offer from ${lender}, in its rate or its charges. ${toTheirOffer}`,
  }),
  declined: (lender) => ({
    heading: 'Nobody matched your better offer',
    says: `Our partner lenders do not match the offer from ${lender}, so you should take it. You are welcome to stay in the group.`,
  }),
  taken_back: (lender) => ({
    heading: 'Your better offer is withdrawn',
    says: `You withdrew the offer from ${lender} that you sent us. We stop here, and its file is deleted.`,
  }),
} satisfies Record<Exclude<MatchState, 'sent'>, (lender: string) => Record<string, string>>;

/** Mails about loans, by kind. */
export const loanTemplates: Templates = {
  loan_joined: letter(
    { intake_year: v.number(), amount: v.number(), proven: v.boolean() },
    (request, context) => ({
      ...(request.proven
        ? {
            subject: `You are in the loan group of ${request.intake_year}`,
            heading: 'You joined the loan group',
            says: 'We have your request for an MBA loan. Lenders bid for the whole group, and see only its figures, without names.',
          }
        : {
            subject: `One step left for the loan group of ${request.intake_year}`,
            heading: 'One step left',
            says: `We have your request for an MBA loan, but it does not count yet. Verify your email: ask for a link to ${context.recipient} on your page. Once you have pressed it, your request counts in the group, and you can choose an offer.`,
          }),
      preview: `Your request: ${formatPaise(request.amount)}.`,
      blocks: [
        {
          rows: [
            ['Group', `Courses that start in ${request.intake_year}`],
            ['Loan amount', formatPaise(request.amount)],
          ],
        },
        'We write to you when there are new offers. No lender gets your details until you choose its offer and agree to it.',
        ...end(
          request.proven ? 'Open your loan page' : 'Verify your email',
          context,
          'This costs nothing and commits you to nothing. You can change or withdraw your request on the same page.',
        ),
      ],
    }),
  ),
  loan_offers: letter(
    { intake_year: v.number(), count: v.number() },
    ({ intake_year, count }, context) => {
      const isOne = count === 1;
      const made = isOne ? 'There is a new offer' : `There are ${count} new offers`;
      return {
        subject: isOne ? 'A new offer for your MBA loan' : `${count} new offers for your MBA loan`,
        preview: 'Compare what you would pay in total.',
        heading: isOne ? 'A new offer for your group' : 'New offers for your group',
        says: `${made} to the loan group of ${intake_year}. Your page works out each one for your own amount, course and term, with all charges, and puts the cheapest in total first.`,
        blocks: end(
          'Compare the offers',
          context,
          'You get this mail once a day at most, and only until you have chosen an offer. It ends when you leave the group on the same page.',
        ),
      };
    },
  ),
  loan_chosen: letter(
    { lender: v.string(), amount: v.number(), rate: v.number(), offer_valid_until: day },
    (choice, context) => ({
      subject: `You chose the offer of ${choice.lender}`,
      preview: `${formatPaise(choice.amount)} at ${percent(choice.rate)}.`,
      heading: 'Your choice is recorded',
      says: `You chose the offer of ${choice.lender}, and agreed that we pass on your details for this loan. No other lender gets them.`,
      blocks: [
        {
          rows: [
            ['Lender', choice.lender],
            ['Loan amount', formatPaise(choice.amount)],
            ['Interest rate', percent(choice.rate)],
            ['Offer valid until', formatDay(choice.offer_valid_until)],
          ],
        },
        `Next we send your details to ${choice.lender}, and write to you once we have. If you withdraw the choice before that, the lender never hears of it.`,
        ...end('Follow your loan', context),
      ],
    }),
  ),
  loan_step: letter(
    {
      lender: v.string(),
      state: v.picklist(keysOf(stepWords)),
      reason: optionalText,
      amount: v.number(),
    },
    ({ lender, state, reason, amount }, context) => {
      const { button, ...words } = stepWords[state](lender);
      return {
        ...words,
        preview: `Your loan of ${formatPaise(amount)}.`,
        blocks: [
          ...reasonOf(reason),
          {
            rows: [
              ['Lender', lender],
              ['Loan amount', formatPaise(amount)],
            ],
          },
          ...(state === 'with_lender'
            ? [`Have these papers ready: ${papersFor('parent').join('; ')}.`]
            : []),
          ...end(button, context),
        ],
      };
    },
  ),
  loan_left: letter({}, (_, context) => ({
    subject: 'You left the loan group',
    preview: 'We stop looking for proposals for you.',
    heading: 'You left the loan group',
    says: 'You left the loan group, and your consents are withdrawn, except for a loan that was paid out. We stop looking for proposals for you. A lender that already had your details is told to stop using them.',
    blocks: [
      'If you have signed with a lender, that agreement is between you and the lender, and its rules apply.',
      ...end('Join again', context),
    ],
  })),
  rate_match_sent: letter(
    { lender: optionalText, rate: v.number(), answer_by: day },
    ({ lender, rate, answer_by }, context) => ({
      subject: 'We have your better offer',
      preview: `You have our answer by ${formatDay(answer_by)}.`,
      heading: 'We have your better offer',
      says: 'Thank you for the written offer. We will ask our partner lenders to match or beat it. They may decline; we tell you either way.',
      blocks: [
        {
          rows: [
            ['Offer of', typed(lender, 'another lender')],
            ['Interest rate', percent(rate)],
            ['Our answer', `by ${formatDay(answer_by)}`],
          ],
        },
        'Please wait for our answer before you sign, unless that offer would end first.',
        ...end('Open your loan page', context),
      ],
    }),
  ),
  rate_match_step: letter(
    {
      lender: optionalText,
      state: v.picklist(keysOf(matchWords)),
      reason: optionalText,
      answer_rate: v.optional(v.nullable(v.number()), null),
    },
    ({ lender, state, reason, answer_rate }, context) => {
      const { heading, says } = matchWords[state](typed(lender, 'another lender'));
      return {
        subject: heading,
        preview: answer_rate === null ? 'News of your rate match.' : percent(answer_rate),
        heading,
        says,
        blocks: [
          ...(answer_rate === null
            ? []
            : [{ rows: [['Interest rate', percent(answer_rate)] as const] }]),
          ...reasonOf(reason),
          ...end('Open your loan page', context),
        ],
      };
    },
  ),
  // Goes to a lender and names no member: the lender finds the person by the reference that came with the details.
  lender_stop: template(
    { lender: v.string(), reference: uuid },
    ({ lender, reference }, { seller }) => ({
      subject: `Consent withdrawn: ${reference}`,
      preview: 'Please stop using the details of this person.',
      heading: 'The consent of a member has ended',
      blocks: [
        `To ${lender}: the consent by which we gave you the details of the person with the reference below has been withdrawn or has ended. Please stop using them for this proposal, and delete them unless a law obliges you to keep them.`,
        { rows: [['Reference', reference]] },
        'Please confirm by replying to this mail.',
        { note: `${seller.legalName}, ${seller.email}, ${seller.phone}.` },
      ],
    }),
  ),
};
