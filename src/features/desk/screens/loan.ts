import {
  button,
  column,
  field,
  fieldIn,
  list,
  rowButton,
  screenAddress,
  textOf,
  type DeskField,
  type DeskScreen,
  type Row,
} from '../desk-screen.ts';
import { narrowedBy, person, told, toMember } from './common.ts';
import { choicesOnDesk, matchAnswers, matchesOnDesk } from '../state-words.ts';
import { formatShort } from '../../../domain/words/money.ts';

const what = (row: Row) =>
  `${formatShort(Number(row['amount']))} for ${person(row)} at ${textOf(row['lender'])}`;
const is =
  (...states: string[]) =>
  ({ state }: Row) =>
    states.includes(textOf(state));

const lenders = {
  list: 'lenders',
  value: 'lender',
  label: (row: Row) => textOf(row['name']),
} as const;

const standardRate = field('standard_rate', 'Standard rate (% a year)', 'percent', {
  limit: 'lenders_standard_rate_check',
});

const withdrawals = field('email', 'E-mail for withdrawn consents', 'text', {
  optional: true,
  limit: 'lenders_email_check',
});

const preview = {
  title: 'As a member sees it',
  loadView: () => import('../OfferPreview.tsx'),
};

const term = fieldIn('loan_offers');

const terms: readonly DeskField[] = [
  field('lender', 'Lender', 'choice', { rows: lenders, start: (row) => textOf(row['lender_id']) }),
  field('intake_year', 'Intake (year)', 'number', {
    limit: 'not_an_intake',
  }),
  term('rate', 'Rate (% a year)', 'percent'),
  field('rate_type', 'The rate is', 'choice', {
    options: { floating: 'Floating', fixed: 'Fixed' },
  }),
  term('least_amount', 'Smallest loan', 'rupees', { hint: 'For example 5 lakh.' }),
  term('most_amount', 'Largest loan', 'rupees', { hint: 'For example 1 crore.' }),
  term('least_months', 'Shortest term (months)', 'number'),
  term('most_months', 'Longest term (months)', 'number'),
  term('fee_percent', 'Fee (%)', 'percent', { optional: true }),
  term('fee_fixed', 'Fee (rupees)', 'rupees', { optional: true }),
  term('fee_least', 'Fee at least (rupees)', 'rupees', { optional: true }),
  term('fee_most', 'Fee at most (rupees)', 'rupees', { optional: true }),
  term('tax_percent', 'Tax on the fee (%)', 'percent', {
    start: (row) => textOf(row['tax_percent'] ?? 18),
  }),
  term('grace_months', 'Grace (months)', 'number', {
    start: (row) => textOf(row['grace_months'] ?? 6),
  }),
  field('interest', 'Interest during study and grace', 'choice', {
    options: { added: 'Is added to the loan', paid: 'Is paid monthly' },
  }),
  {
    ...standardRate,
    limit: 'loan_offers_standard_rate_check',
    optional: true,
    hint: 'Leave it empty to use the lender’s own.',
  },
  term('penal_charges', 'Penal charges', 'lines'),
  term('security', 'Security', 'lines'),
  term('other_charges', 'Other charges', 'lines', { optional: true }),
  field('valid_until', 'Valid until', 'day', { limit: 'offer_ends_too_late' }),
  term('key_facts_url', 'Address of the key facts', 'text'),
];

/** The loan group by intake, and its requests. Once an intake is chosen, these lists come first. */
const group = (query: URLSearchParams) => {
  const where = narrowedBy(query, ['intake']);
  const folded = where ? {} : { folded: true as const };
  return [
    list('loan_groups', 'The loan group by intake', 'Nobody has asked for a loan.', {
      ...folded,
      columns: [
        column('intake', 'Intake'),
        column('members', 'Members'),
        column('sum', 'They ask for', 'short'),
        column('average', 'On average', 'short'),
        column('offers', 'Offers'),
      ],
      leadsTo: (row) => ({
        label: 'Who',
        href: screenAddress('loan', { intake: textOf(row['intake']) }),
      }),
    }),
    list(
      'loan_requests',
      where ? `Who is in the group of ${textOf(where['intake'])}` : 'Who is in the loan group',
      'Nobody.',
      {
        ...folded,
        ...(where && { where }),
        file: 'loan-group',
        columns: [
          column('name', 'Name'),
          column('intake', 'Intake'),
          column('amount', 'Amount', 'short'),
          column('term_months', 'Months'),
          column('institute', 'Institute'),
          column('programme', 'Programme'),
          column('stage', 'Stage', 'name'),
          column('joined_at', 'Joined', 'moment'),
          column('choice', 'Choice', choicesOnDesk),
          column('email', 'E-mail'),
        ],
        leadsTo: toMember,
      },
    ),
  ];
};

export const loan: DeskScreen = {
  name: 'loan',
  label: 'Loan',
  actions: [
    button('add_lender', 'Add a lender', {
      fields: [
        field('name', 'Name', 'text', { limit: 'lenders_name_check' }),
        field('site', 'Site (https://…)', 'text', { limit: 'lenders_site_check' }),
        standardRate,
        withdrawals,
      ],
    }),
    button('add_offer', 'Add an offer', {
      fields: terms,
      preview,
      asks: () => 'Members of this intake see it immediately and are told by mail.',
    }),
  ],
  lists: (query) => {
    const sheet = query.get('choice');
    return [
      ...(sheet
        ? [
            list(
              'details_for_lender',
              'For this lender and nobody else',
              'It was not sent, has ended, or the consent was withdrawn.',
              {
                facts: true,
                args: { choice: sheet },
                file: 'details-for-lender',
                columns: [
                  column('lender', 'Lender'),
                  column('reference', 'Reference'),
                  column('firstname', 'First name'),
                  column('lastname', 'Last name'),
                  column('email', 'E-mail'),
                  column('phonenumber', 'Phone'),
                  column('institute', 'Institute'),
                  column('programme', 'Programme'),
                  column('stage', 'Stage'),
                  column('course_starts', 'Course starts', 'day'),
                  column('amount', 'Amount', 'short'),
                  column('term_months', 'Months'),
                  column('co_applicant', 'Co-applicant'),
                  column('city', 'City'),
                ],
              },
            ),
          ]
        : []),
      ...(query.has('intake') ? group(query) : []),
      list('open_choices', 'Choices', 'No open choices.', {
        columns: [
          column('member', 'Member'),
          column('lender', 'Lender'),
          column('amount', 'Amount', 'short'),
          column('rate', 'Rate (%)'),
          column('state', 'State', choicesOnDesk),
          column('chosen_at', 'Chosen', 'moment'),
          column('valid_until', 'Valid until', 'day'),
          column('choice', 'Reference'),
        ],
        leadsTo: (row) =>
          row['state'] === 'chosen'
            ? toMember(row)
            : {
                label: 'Details for the lender',
                href: screenAddress('loan', { choice: textOf(row['choice']) }),
              },
        actions: [
          rowButton('send_to_lender', 'Send', 'choice', {
            asks: (row) => `Release the details: ${what(row)}? Only this lender may get them.`,
            when: is('chosen'),
          }),
          rowButton('sanction', 'Sanctioned', 'choice', {
            asks: (row) => `Record that the lender said yes: ${what(row)}? The member is told.`,
            final: true,
            when: is('with_lender'),
          }),
          rowButton('disburse', 'Paid out', 'choice', {
            asks: (row) => `Record that the loan was paid out: ${what(row)}?`,
            final: true,
            when: is('sanctioned'),
          }),
          rowButton('decline', 'Declined', 'choice', {
            fields: [told('reason', 'The lender’s reason', 'loan_choices_reason_check')],
            asks: (row) => `Record that the lender said no: ${what(row)}? The member is told.`,
            final: true,
            when: is('with_lender', 'sanctioned'),
          }),
          rowButton('lender_withdrew', 'Offer withdrawn', 'choice', {
            fields: [{ ...told('reason', 'Reason', 'loan_choices_reason_check'), optional: true }],
            asks: (row) => `Record that the offer was withdrawn: ${what(row)}? The member is told.`,
            final: true,
          }),
        ],
      }),
      list('open_rate_matches', 'Better offers that members found', 'None open.', {
        columns: [
          column('member', 'Member'),
          column('lender', 'Lender'),
          column('rate', 'Rate (%)'),
          column('amount', 'Amount', 'short'),
          column('business_days', 'Working days'),
          column('valid_until', 'Valid until', 'day'),
          column('file_id', 'Written offer', 'files'),
          column('state', 'State', matchesOnDesk),
        ],
        leadsTo: toMember,
        actions: [
          rowButton('rate_match_with_lenders', 'Lenders have it', 'match', { when: is('sent') }),
          rowButton('answer_rate_match', 'Answer', 'match', {
            asks: (row) =>
              `${person(row)} was offered ${textOf(row['rate'])}% by ${textOf(row['lender'])}.`,
            fields: [
              field('answer', 'Answer', 'choice', {
                options: matchAnswers,
              }),
              field('rate', 'Rate (% a year)', 'percent', {
                optional: true,
                limit: 'rate_matches_answer_rate_check',
              }),
              { ...told('reason', 'Reason', 'rate_matches_reason_check'), optional: true },
            ],
            final: true,
          }),
        ],
      }),
      list('lender_stops', 'Lenders that must stop', 'None.', {
        columns: [
          column('lender', 'Lender'),
          column('email', 'E-mail'),
          column('asked_at', 'Told', 'moment'),
          column('choice', 'Reference'),
        ],
        actions: [
          rowButton('lender_stopped', 'It has stopped', 'choice', {
            asks: (row) => `${textOf(row['lender'])} confirmed that it stopped using the details?`,
            final: true,
          }),
        ],
      }),
      ...(query.has('intake') ? [] : group(query)),
      list('offers', 'Offers', 'No current offers.', {
        columns: [
          column('lender', 'Lender'),
          column('intake_year', 'Intake'),
          column('rate', 'Rate (%)'),
          column('least_amount', 'From', 'short'),
          column('most_amount', 'To', 'short'),
          column('valid_until', 'Valid until', 'day'),
          column('chosen', 'Choices'),
        ],
        actions: [
          rowButton('withdraw_offer', 'End it', 'offer', {
            asks: (row) =>
              `End the offer of ${textOf(row['lender'])}? Choices that wait to be sent end too.`,
            final: true,
          }),
          button('add_offer', 'Replace it', {
            args: { replaces: 'offer' },
            fields: terms,
            filled: true,
            preview,
            asks: () => 'Choices of the old offer keep its terms.',
          }),
        ],
      }),
      list('lenders', 'Lenders', 'No lender yet.', {
        folded: true,
        columns: [
          column('name', 'Name'),
          column('site', 'Site'),
          column('standard_rate', 'Standard rate (%)'),
          column('email', 'E-mail'),
          column('active', 'Members see its offers', 'yes'),
        ],
        actions: [
          rowButton('edit_lender', 'Edit', 'lender', {
            button: 'Save the changes',
            asks: (row) =>
              `${textOf(row['name'])}: a new rate counts for offers that you enter from now on.`,
            fields: [
              standardRate,
              { ...withdrawals, clears: true },
              field('active', 'Members see its offers', 'yes'),
            ],
            filled: true,
          }),
        ],
      }),
    ];
  },
};
