import * as v from 'valibot';
import type { ChoiceState, MatchState } from '../../../src/domain/loans/choices.ts';
import { costOf, offerTerms } from '../../../src/domain/loans/loan-offer.ts';
import { coApplicants, papersFor } from '../../../src/domain/loans/loan-request.ts';
import { inWords } from '../../../src/domain/words/count.ts';
import { lasting } from '../../../src/domain/periods.ts';
import { formatDay } from '../../../src/domain/words/dates.ts';
import { capitalized } from '../../../src/domain/words/capitalized.ts';
import { keysOf } from '../../../src/domain/words/keys-of.ts';
import {
  formatPaise,
  formatShort,
  formatSum,
  formatWholePaise,
} from '../../../src/domain/words/money.ts';
import { day, moment, uuid } from '../../../src/domain/schema.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import type { Block } from './render.ts';
import {
  letter,
  optionalText,
  question,
  template,
  typed,
  verifyLink,
  type MailContext,
  type Templates,
} from './template.ts';

// Emails about loans (§16.26, §16.58). The operator wrote the lenders' names and the reasons, so emails print them
// unchanged. For a better offer, a member typed the lender's name, so it is cleaned.

const toLoan = (label: string, { siteUrl }: MailContext): Block => ({
  button: label,
  href: `${siteUrl}${memberPages.loan}`,
});

/** The end of an email to a member: a button to the page about the loan, and an optional note. */
const end = (label: string, context: MailContext, note?: string): Block[] => [
  toLoan(label, context),
  ...(note === undefined ? [] : [{ note }]),
  question(context),
];

const reasonOf = (reason: string | null): Block[] =>
  reason === null ? [] : [`The reason: ${reason}`];

const percent = (rate: number | string) => `${rate}% a year`;

/** Who signs with the member. A mail queued before we passed this on lists the papers of two people. */
const coApplicant = v.optional(v.picklist(coApplicants), 'parent');

/** The papers that the loan page lists too (§16.93). */
const papers = (signer: v.InferOutput<typeof coApplicant>): Block[] => [
  'Have these papers ready:',
  { steps: papersFor(signer).map((paper) => ({ says: capitalized(paper) })) },
];

/** The loan in a sentence, with both sums if the lender sanctioned less than the member asked for. */
const loanOf = (amount: number, sanctioned: number | null) =>
  sanctioned === null
    ? 'your loan'
    : `${formatPaise(sanctioned)} of the ${formatPaise(amount)} you asked for`;

type StepFacts = {
  /** As in `loanOf`. */
  loan: string;
  /** The same for the subject. */
  short: string;
  /** Whether the lender sanctioned less than the member asked for. */
  isLess: boolean;
  /** Whether the lender may have the member's details. */
  had: boolean;
  /** Whether the lender surely has them. */
  sent: boolean;
  /** Whether the lender had sanctioned the loan. */
  wasSanctioned: boolean;
  /** What the member can do after the choice has ended. */
  left: ReturnType<typeof whatIsLeft>;
};

/**
 * What the member can do after a choice has ended, and the button for it. `others` counts the open offers, without those
 * of lenders that have declined the request, and those that were withdrawn from it.
 */
const whatIsLeft = (others: number) =>
  others > 0
    ? { isAny: true, says: 'You can choose another offer.', button: 'See the other offers' }
    : {
        isAny: false,
        says: 'No other lender is left to ask for now. You can change your request on your loan page, and we will email you about new offers.',
        button: 'See your loan',
      };

/** The email for each step of a choice (§16.24). */
const stepWords = {
  with_lender: (lender) => ({
    subject: `${lender} has your details now`,
    preview: 'It will call or write to you. Have your papers ready.',
    heading: 'Your request is with the lender',
    says: `We have given ${lender} your details for this loan, as you agreed. It will call or write to you. If you hear nothing within ${lasting('loan answer')}, reply to this email and we will ask. To change the amount now, talk to the lender.`,
    button: 'Follow your loan',
  }),
  sanctioned: (lender, { loan, short, isLess }) => ({
    subject: `${lender} has sanctioned ${short}`,
    preview: 'Before you sign, compare its letter with the offer you chose.',
    heading: isLess
      ? 'The lender has sanctioned less than you asked for'
      : 'Your loan is sanctioned',
    says: `${lender} tells us that it has sanctioned ${loan}. Before you sign, read its sanction letter and its Key Facts Statement, and compare both with the offer on your page.${isLess ? ' If the amount is not enough, ask the lender before you sign, or reply to this email.' : ''}`,
    button: 'Follow your loan',
  }),
  disbursed: (lender, { loan, short }) => ({
    subject: `${lender} has paid out ${short}`,
    preview: 'From here on, the loan is between you and the lender.',
    heading: 'Your loan is paid out',
    says: `${lender} tells us that it has paid out ${loan}. From here on, the loan is between you and the lender. Enjoy business school!`,
    button: 'Open your loan page',
  }),
  expired: (lender, { left }) => ({
    subject: `${lender}’s offer has expired`,
    preview: 'No one has your details.',
    heading: 'The offer you chose has expired',
    says: `The offer expired before we sent ${lender} your details, so no one has them. ${left.says}`,
    button: left.button,
  }),
  withdrawn: (lender, { left, had, wasSanctioned }) => ({
    subject: `${lender} has withdrawn ${wasSanctioned ? 'your sanctioned loan' : 'its offer'}`,
    preview: left.says,
    heading: `The lender has withdrawn ${wasSanctioned ? 'your sanctioned loan' : 'its offer'}`,
    says: `${lender} has withdrawn ${wasSanctioned ? 'the loan that it had sanctioned' : 'the offer you chose'}.${had ? '' : ' It never got your details.'} ${left.says}`,
    button: left.button,
  }),
  declined: (lender, { left }) => ({
    subject: `${lender} has declined your loan request`,
    preview: left.says,
    heading: 'The lender has declined your request',
    says: `${lender} has declined your request. ${left.isAny ? 'Lenders have different rules, and another may say yes. ' : ''}${left.says}`,
    button: left.button,
  }),
  taken_back: (lender, { had, sent }) => ({
    subject: `You withdrew your choice of ${lender}`,
    preview: had ? 'We will tell it to stop using your details.' : 'It never got your details.',
    heading: 'You withdrew your choice',
    says: `You withdrew your consent for ${lender}. ${had ? `It ${sent ? 'already has' : 'may already have'} your details, so we will tell it to stop using them.` : 'It never got your details.'}`,
    button: 'See the other offers',
  }),
} satisfies Record<
  Exclude<ChoiceState, 'chosen'>,
  (lender: string, facts: StepFacts) => Record<string, string>
>;

const toTheirOffer =
  'Its offer is on your loan page. If you have chosen another, withdraw that choice first.';

const matchWords = {
  with_lenders: (lender) => ({
    heading: 'Your better offer is with our lenders',
    preview: 'We will write to you as soon as they answer.',
    says: `We have given our partner lenders the rate and charges in ${lender}’s offer, but not your name. We will write to you as soon as they answer.`,
  }),
  matched: (lender, by) => ({
    heading: 'A lender has matched the offer you sent us',
    preview: 'Its offer is on your loan page.',
    says: `${by} has matched ${lender}’s offer. ${toTheirOffer}`,
  }),
  bettered: (lender, by) => ({
    heading: 'A lender has beaten the offer you sent us',
    preview: 'Its offer is on your loan page.',
    says: `${by} has beaten ${lender}’s offer on rate or charges. ${toTheirOffer}`,
  }),
  declined: (lender) => ({
    heading: 'No lender matched the offer you sent us',
    preview: 'So you should take it.',
    says: `None of our partner lenders will match ${lender}’s offer, so you should take it. You are welcome to stay in the group.`,
  }),
  taken_back: (lender) => ({
    heading: 'You withdrew your better offer',
    preview: 'We will not ask lenders to match it, and will delete its file.',
    says: `You withdrew the offer from ${lender} that you sent us. We will not ask lenders to match it, and will delete its file.`,
  }),
} satisfies Record<
  Exclude<MatchState, 'sent'>,
  (lender: string, by: string) => Record<string, string>
>;

/** Emails about loans, one template per kind. */
export const loanTemplates: Templates = {
  loan_joined: letter(
    {
      intake_year: v.number(),
      amount: v.number(),
      // How many have an offer for this request. Missing in a mail queued before we passed this on.
      lenders: v.optional(v.number(), 0),
      // Only for an address that is not verified.
      token: optionalText,
      expires_at: v.optional(moment),
    },
    ({ token, ...request }, context) => ({
      ...(token === null
        ? {
            subject: `You are in the ${request.intake_year} loan group`,
            preview: `Your request: ${formatPaise(request.amount)}. No lender has your details yet.`,
            heading: 'You joined the loan group',
            says: 'We have your request for an MBA loan. Lenders quote for the whole group and see only its totals, never names.',
          }
        : {
            subject: `One step left to join the ${request.intake_year} loan group`,
            preview: 'Verify your email, so that your request counts.',
            heading: 'One step left',
            says: `We have your request for an MBA loan, but it does not count towards the group’s total yet. One click confirms that ${context.recipient} is yours. Your request then counts, and you can choose an offer.`,
          }),
      blocks: [
        {
          rows: [
            ['Group', `Courses that start in ${request.intake_year}`],
            ['Loan amount', formatPaise(request.amount)],
          ],
        },
        `${request.lenders === 0 ? 'We will email you when there are new offers.' : `${capitalized(inWords(request.lenders))} ${request.lenders === 1 ? 'lender already has' : 'lenders already have'} an offer that fits your request.`} No lender gets your details until you choose its offer and agree to it.`,
        ...(token === null
          ? [toLoan(request.lenders > 1 ? 'Compare offers' : 'Open your loan page', context)]
          : verifyLink(context.siteUrl, context.recipient, token, request.expires_at)),
        {
          note: 'This costs nothing and commits you to nothing. You can change or withdraw your request on your loan page.',
        },
        question(context),
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
        says: `${made} for the ${intake_year} loan group. Your loan page works out the full cost of each offer for your amount, course and term, and lists the cheapest first.`,
        blocks: end(
          'Compare offers',
          context,
          'We send this email no more than once a day, until you choose an offer or leave the group on the same page.',
        ),
      };
    },
  ),
  loan_chosen: letter(
    {
      lender: v.string(),
      amount: v.number(),
      course_months: v.number(),
      term_months: v.number(),
      terms: v.object({
        ...offerTerms.entries,
        rate_type: v.picklist(['fixed', 'floating']),
        lender: v.object({ is_sample: v.boolean() }),
      }),
      offer_valid_until: day,
      co_applicant: coApplicant,
    },
    ({ terms, ...choice }, context) => {
      const cost = costOf(terms, choice);
      return {
        subject: `You chose ${choice.lender}’s offer`,
        preview: `${formatPaise(choice.amount)} at ${percent(terms.rate)}.`,
        heading: 'We have your choice',
        says: `You chose ${choice.lender}’s offer and agreed that we pass on your details for this loan. No other lender gets them.`,
        blocks: [
          {
            rows: [
              ['Lender', `${choice.lender}${terms.lender.is_sample ? ' (sample)' : ''}`],
              ['Loan amount', formatPaise(choice.amount)],
              ['Interest rate', `${percent(terms.rate)}, ${terms.rate_type}`],
              ...(cost
                ? ([
                    [
                      'Before the EMIs',
                      terms.interest === 'paid'
                        ? `${formatWholePaise(cost.wait.monthly)} of interest a month, ${cost.wait.months} times`
                        : `Nothing for ${cost.wait.months} months, then ${formatWholePaise(cost.wait.added)} of interest is added to the loan`,
                    ],
                    ['EMI', `${formatSum(cost.emiInRupees)}, ${cost.emis} times`],
                    ['Interest', formatWholePaise(cost.interest)],
                    ['Charges', formatWholePaise(cost.charges)],
                    ['In total', formatWholePaise(cost.total)],
                    ['APR', percent(cost.apr.toFixed(2))],
                  ] as const)
                : []),
              ['Offer valid until', formatDay(choice.offer_valid_until)],
            ],
          },
          ...(terms.lender.is_sample
            ? [
                `${choice.lender} is made up, so that you can try out the loan page. It does not lend.`,
              ]
            : []),
          `Next, we will send your details to ${choice.lender}, usually within two working days, and email you once we have. If you withdraw your choice before that, the lender will never know about it.`,
          ...papers(choice.co_applicant),
          ...end('Follow your loan', context),
        ],
      };
    },
  ),
  loan_step: letter(
    {
      lender: v.string(),
      state: v.picklist(keysOf(stepWords)),
      reason: optionalText,
      amount: v.number(),
      sanctioned: v.optional(v.nullable(v.number()), null),
      co_applicant: coApplicant,
      // Missing in a mail queued before we passed this on.
      had_it: v.optional(v.boolean(), true),
      was_sent: v.optional(v.boolean(), false),
      was_sanctioned: v.optional(v.boolean(), false),
      others: v.optional(v.number(), 1),
    },
    ({ lender, state, reason, amount, sanctioned, co_applicant, ...details }, context) => {
      const facts = {
        loan: loanOf(amount, sanctioned),
        short: sanctioned === null ? 'your loan' : formatShort(sanctioned / 100),
        isLess: sanctioned !== null,
        had: details.had_it,
        sent: details.was_sent,
        wasSanctioned: details.was_sanctioned,
        left: whatIsLeft(details.others),
      };
      const { button, ...words } = stepWords[state](lender, facts);
      return {
        ...words,
        blocks: [
          ...reasonOf(reason),
          {
            rows: [
              ['Lender', lender],
              [sanctioned === null ? 'Loan amount' : 'You asked for', formatPaise(amount)],
              ...(sanctioned === null
                ? []
                : [
                    [
                      state === 'disbursed' ? 'Paid out' : 'Sanctioned',
                      formatPaise(sanctioned),
                    ] as const,
                  ]),
            ],
          },
          ...(state === 'with_lender' ? papers(co_applicant) : []),
          ...end(button, context),
        ],
      };
    },
  ),
  loan_left: letter({}, (_, context) => ({
    subject: 'You left the loan group',
    preview: 'We have stopped looking for offers for you.',
    heading: 'You left the loan group',
    says: 'Your consents are withdrawn, except for any loan already paid out. We have stopped looking for offers for you, and will tell any lender that had your details to stop using them.',
    blocks: [
      'If you have signed with a lender, your agreement with that lender still applies.',
      ...end('Join again', context),
    ],
  })),
  rate_match_sent: letter(
    { lender: optionalText, rate: v.number(), answer_by: day },
    ({ lender, rate, answer_by }, context) => ({
      subject: 'We have your better offer',
      preview: `We will answer by ${formatDay(answer_by)}.`,
      heading: 'We have your better offer',
      says: 'Thank you for the written offer. We will ask our partner lenders to match or beat it. They may decline, but we will tell you either way.',
      blocks: [
        {
          rows: [
            ['Offer from', typed(lender, 'another lender')],
            ['Interest rate', percent(rate)],
            ['Our answer', `by ${formatDay(answer_by)}`],
          ],
        },
        'Please wait for our answer before you sign, unless that offer expires first.',
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
      // The lender whose offer matches or beats it.
      by: v.optional(v.nullable(v.string())),
    },
    ({ lender, state, reason, answer_rate, by }, context) => {
      const { heading, preview, says } = matchWords[state](
        typed(lender, 'another lender'),
        by ?? 'A partner lender',
      );
      return {
        subject: heading,
        preview: answer_rate === null ? preview : `${percent(answer_rate)}. ${preview}`,
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
  // Sent to a lender. Does not name the member: the lender identifies the member by the reference that came with the
  // details.
  lender_stop: template(
    { lender: v.string(), reference: uuid },
    ({ lender, reference }, { seller }) => ({
      subject: `Consent withdrawn: ${reference}`,
      preview: 'Please stop using this person’s details.',
      heading: 'A member’s consent is no longer valid',
      blocks: [
        `To ${lender}: the person with the reference below has withdrawn their consent to our sharing their details with you, or that consent has expired. Please stop using their details for this proposal, and delete them unless the law requires you to keep them.`,
        { rows: [['Reference', reference]] },
        'Please confirm by replying to this email.',
        { note: `${seller.legalName}, ${seller.email}, ${seller.phone}.` },
      ],
    }),
  ),
};
