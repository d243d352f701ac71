import { lazy } from 'react';
import {
  button,
  list,
  screenAddress,
  textOf,
  type DeskField,
  type DeskScreen,
  type Row,
} from '../desk-screen.ts';
import { person, told, toMember } from './common.ts';
import { formatShort } from '../../../domain/words/money.ts';

const choice = { choice: 'choice' };
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

const standardRate: DeskField = {
  name: 'standard_rate',
  label: 'Standard rate (% a year)',
  kind: 'percent',
};

const withdrawals: DeskField = {
  name: 'email',
  label: 'E-mail for withdrawn consents',
  kind: 'text',
  optional: true,
};

const preview = {
  title: 'As a member sees it',
  view: lazy(() => import('../OfferPreview.tsx')),
};

const terms: readonly DeskField[] = [
  {
    name: 'lender',
    label: 'Lender',
    kind: 'choice',
    rows: lenders,
    start: (row) => textOf(row['lender_id']),
  },
  { name: 'intake_year', label: 'Intake (year)', kind: 'number' },
  { name: 'rate', label: 'Rate (% a year)', kind: 'percent' },
  {
    name: 'rate_type',
    label: 'The rate is',
    kind: 'choice',
    options: { floating: 'Floating', fixed: 'Fixed' },
  },
  { name: 'least_amount', label: 'Smallest loan', kind: 'rupees', hint: 'For example 5 lakh.' },
  { name: 'most_amount', label: 'Largest loan', kind: 'rupees', hint: 'For example 1 crore.' },
  { name: 'least_months', label: 'Shortest term (months)', kind: 'number' },
  { name: 'most_months', label: 'Longest term (months)', kind: 'number' },
  { name: 'fee_percent', label: 'Fee (%)', kind: 'percent', optional: true },
  { name: 'fee_fixed', label: 'Fee (rupees)', kind: 'rupees', optional: true },
  { name: 'fee_least', label: 'Fee at least (rupees)', kind: 'rupees', optional: true },
  { name: 'fee_most', label: 'Fee at most (rupees)', kind: 'rupees', optional: true },
  {
    name: 'tax_percent',
    label: 'Tax on the fee (%)',
    kind: 'percent',
    start: (row) => textOf(row['tax_percent'] ?? 18),
  },
  {
    name: 'grace_months',
    label: 'Grace (months)',
    kind: 'number',
    start: (row) => textOf(row['grace_months'] ?? 6),
  },
  {
    name: 'interest',
    label: 'Interest during study and grace',
    kind: 'choice',
    options: { added: 'Is added to the loan', paid: 'Is paid monthly' },
  },
  { ...standardRate, optional: true, hint: 'Leave it empty to use the lender’s own.' },
  { name: 'penal_charges', label: 'Penal charges', kind: 'lines' },
  { name: 'security', label: 'Security', kind: 'lines' },
  { name: 'other_charges', label: 'Other charges', kind: 'lines', optional: true },
  { name: 'valid_until', label: 'Valid until', kind: 'day' },
  { name: 'key_facts_url', label: 'Address of the key facts', kind: 'text' },
];

export const loan: DeskScreen = {
  name: 'loan',
  label: 'Loan',
  actions: [
    button('add_lender', 'Add a lender', {
      fields: [
        { name: 'name', label: 'Name', kind: 'text' },
        { name: 'site', label: 'Site (https://…)', kind: 'text' },
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
                  { name: 'lender', label: 'Lender' },
                  { name: 'reference', label: 'Reference' },
                  { name: 'firstname', label: 'First name' },
                  { name: 'lastname', label: 'Last name' },
                  { name: 'email', label: 'E-mail' },
                  { name: 'phonenumber', label: 'Phone' },
                  { name: 'institute', label: 'Institute' },
                  { name: 'programme', label: 'Programme' },
                  { name: 'stage', label: 'Stage' },
                  { name: 'course_starts', label: 'Course starts', kind: 'day' },
                  { name: 'amount', label: 'Amount', kind: 'short' },
                  { name: 'term_months', label: 'Months' },
                  { name: 'co_applicant', label: 'Co-applicant' },
                  { name: 'city', label: 'City' },
                ],
              },
            ),
          ]
        : []),
      list('open_choices', 'Choices', 'No open choices.', {
        columns: [
          { name: 'member', label: 'Member' },
          { name: 'lender', label: 'Lender' },
          { name: 'amount', label: 'Amount', kind: 'short' },
          { name: 'rate', label: 'Rate (%)' },
          {
            name: 'state',
            label: 'State',
            words: {
              chosen: 'To be sent',
              with_lender: 'With the lender',
              sanctioned: 'Sanctioned',
            },
          },
          { name: 'chosen_at', label: 'Chosen', kind: 'moment' },
          { name: 'valid_until', label: 'Valid until', kind: 'day' },
          { name: 'choice', label: 'Reference' },
        ],
        leadsTo: (row) =>
          row['state'] === 'chosen'
            ? toMember(row)
            : {
                label: 'Details for the lender',
                href: screenAddress('loan', { choice: textOf(row['choice']) }),
              },
        actions: [
          button('send_to_lender', 'Send', {
            args: choice,
            asks: (row) => `Release the details: ${what(row)}? Only this lender may get them.`,
            when: is('chosen'),
          }),
          button('sanction', 'Sanctioned', {
            args: choice,
            asks: (row) => `Record that the lender said yes: ${what(row)}? The member is told.`,
            final: true,
            when: is('with_lender'),
          }),
          button('disburse', 'Paid out', {
            args: choice,
            asks: (row) => `Record that the loan was paid out: ${what(row)}?`,
            final: true,
            when: is('sanctioned'),
          }),
          button('decline', 'Declined', {
            args: choice,
            fields: [told('reason', 'The lender’s reason')],
            asks: (row) => `Record that the lender said no: ${what(row)}? The member is told.`,
            final: true,
            when: is('with_lender', 'sanctioned'),
          }),
          button('lender_withdrew', 'Offer withdrawn', {
            args: choice,
            fields: [{ ...told('reason', 'Reason'), optional: true }],
            asks: (row) => `Record that the offer was withdrawn: ${what(row)}? The member is told.`,
            final: true,
            when: is('chosen', 'with_lender', 'sanctioned'),
          }),
        ],
      }),
      list('open_rate_matches', 'Better offers that members found', 'None open.', {
        columns: [
          { name: 'member', label: 'Member' },
          { name: 'lender', label: 'Lender' },
          { name: 'rate', label: 'Rate (%)' },
          { name: 'amount', label: 'Amount', kind: 'short' },
          { name: 'business_days', label: 'Working days' },
          { name: 'valid_until', label: 'Valid until', kind: 'day' },
          { name: 'file_id', label: 'Written offer', kind: 'files' },
          {
            name: 'state',
            label: 'State',
            words: { sent: 'Waiting for you', with_lenders: 'With lenders' },
          },
        ],
        leadsTo: toMember,
        actions: [
          button('rate_match_with_lenders', 'Lenders have it', {
            args: { match: 'match' },
            when: is('sent'),
          }),
          button('answer_rate_match', 'Answer', {
            args: { match: 'match' },
            asks: (row) =>
              `${person(row)} was offered ${textOf(row['rate'])}% by ${textOf(row['lender'])}.`,
            fields: [
              {
                name: 'answer',
                label: 'Answer',
                kind: 'choice',
                options: {
                  matched: 'Matched',
                  bettered: 'Bettered',
                  declined: 'Nobody matched it',
                },
              },
              { name: 'rate', label: 'Rate (% a year)', kind: 'percent', optional: true },
              { ...told('reason', 'Reason'), optional: true },
            ],
            final: true,
          }),
        ],
      }),
      list('lender_stops', 'Lenders that must stop', 'None.', {
        columns: [
          { name: 'lender', label: 'Lender' },
          { name: 'email', label: 'E-mail' },
          { name: 'asked_at', label: 'Told', kind: 'moment' },
          { name: 'choice', label: 'Reference' },
        ],
        actions: [
          button('lender_stopped', 'It has stopped', {
            args: choice,
            asks: (row) => `${textOf(row['lender'])} confirmed that it stopped using the details?`,
            final: true,
          }),
        ],
      }),
      list('offers', 'Offers', 'No current offers.', {
        columns: [
          { name: 'lender', label: 'Lender' },
          { name: 'intake_year', label: 'Intake' },
          { name: 'rate', label: 'Rate (%)' },
          { name: 'least_amount', label: 'From', kind: 'short' },
          { name: 'most_amount', label: 'To', kind: 'short' },
          { name: 'valid_until', label: 'Valid until', kind: 'day' },
          { name: 'chosen', label: 'Choices' },
        ],
        actions: [
          button('withdraw_offer', 'End it', {
            args: { offer: 'offer' },
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
          { name: 'name', label: 'Name' },
          { name: 'site', label: 'Site' },
          { name: 'standard_rate', label: 'Standard rate (%)' },
          { name: 'email', label: 'E-mail' },
          { name: 'active', label: 'Members see its offers', kind: 'yes' },
        ],
        actions: [
          button('edit_lender', 'Edit', {
            button: 'Save the changes',
            args: { lender: 'lender' },
            asks: (row) =>
              `${textOf(row['name'])}: a new rate counts for offers that you enter from now on.`,
            fields: [
              standardRate,
              withdrawals,
              { name: 'active', label: 'Members see its offers', kind: 'yes' },
            ],
            filled: true,
          }),
        ],
      }),
    ];
  },
};
