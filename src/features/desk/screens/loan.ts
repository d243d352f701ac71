import {
  button,
  cellText,
  column,
  field,
  fieldIn,
  list,
  rowButton,
  screenAddress,
  shortDay,
  textOf,
  type Column,
  type DeskField,
  type DeskScreen,
  type Row,
} from '../desk-screen.ts';
import { begunWith, flag, narrowedBy, person, told, toMember } from './common.ts';
import { choicesOnDesk, matchAnswers, matchesOnDesk } from '../state-words.ts';
import { periods } from '../../../domain/periods.ts';
import { count } from '../../../domain/words/count.ts';
import { indiaParts } from '../../../domain/words/dates.ts';
import { formatShort, withThousands } from '../../../domain/words/money.ts';

const what = (row: Row, address = 'member') =>
  `${formatShort(Number(row['sanctioned'] ?? row['amount']))} for ${person(row, address)} at ${textOf(row['lender'])}`;
const lakh = (amount: Row[string]) => withThousands(formatShort(Number(amount)));
const amountsOf = (row: Row) => `${lakh(row['least_amount'])} to ${lakh(row['most_amount'])}`;
const offerOf = (row: Row) =>
  `${textOf(row['lender'])}’s offer of ${textOf(row['rate'])}% for ${textOf(row['intake_year'])} (${amountsOf(row)}, valid until ${shortDay(textOf(row['valid_until']))})`;
const is =
  (...states: string[]) =>
  ({ state }: Row) =>
    states.includes(textOf(state));

/** A number with what it counts, because a phone shows it without the column's heading. */
const counted = (name: string, label: string, what: string): Column => ({
  ...column(name, label, { 0: '' }),
  text: (row) => count(Number(row[name]), what),
});

const status = column('state', 'Status', choicesOnDesk);
/** The details of a choice must be with the lender within two days. */
const sendBy = (row: Row) =>
  `Send by ${shortDay(new Date(Date.parse(textOf(row['chosen_at'])) + 2 * 86_400_000).toISOString())}`;

/** The sheet has the name in two parts, as the lender gets it. */
const named = (row: Row): Row => ({
  member_name: `${textOf(row['firstname'])} ${textOf(row['lastname'])}`.trim(),
  ...row,
});

/** The member is told about the release once the details have been sent. */
const isUnsent = (row: Row) => row['is_unsent'] === true;
const hasSent = (sends: string, address?: string) =>
  button('details_sent', 'I have sent it', {
    args: { choice: sends },
    asks: (row) =>
      `Did you send the details: ${what(named(row), address)}? We will tell the member.`,
    final: true,
    when: isUnsent,
  });

/** Within how many working days we answer a better offer. */
const [answerDays] = periods['loan answer'];

const lenders = {
  list: 'lenders',
  value: 'lender',
  label: (row: Row) => textOf(row['name']),
} as const;

const identity: readonly DeskField[] = [
  field('name', 'Name', 'text', { limit: 'lenders_name_check' }),
  field('site', 'Site (https://…)', 'text', { limit: 'lenders_site_check' }),
];

const standardRate = field('standard_rate', 'Standard rate (% a year)', 'percent', {
  limit: 'lenders_standard_rate_check',
});

const lendersAddress = field('email', 'Email', 'text', {
  optional: true,
  hint: 'You send members’ details here, and we write here when a member withdraws consent.',
  limit: 'lenders_email_check',
});

const preview = {
  title: 'As a member sees it',
  loadView: () => import('../OfferPreview.tsx'),
};

const term = fieldIn('loan_offers');

const terms: readonly DeskField[] = [
  field('lender', 'Lender', 'choice', {
    rows: lenders,
    start: (row, rows) => textOf(row['lender_id']) || begunWith('lender', rows('lenders')),
  }),
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
  term('fee_percent', 'Processing fee (%)', 'percent', { optional: true }),
  term('fee_fixed', 'Processing fee (rupees)', 'rupees', { optional: true }),
  term('fee_least', 'Smallest fee (rupees)', 'rupees', { optional: true }),
  term('fee_most', 'Largest fee (rupees)', 'rupees', { optional: true }),
  term('tax_percent', 'Tax on the fee (%)', 'percent', {
    start: (row) => textOf(row['tax_percent'] ?? 18),
  }),
  term('grace_months', 'Grace (months)', 'number', {
    hint: 'The months between the end of the course and the first EMI.',
    start: (row) => textOf(row['grace_months'] ?? 6),
  }),
  field('interest', 'Interest during study and grace', 'choice', {
    options: { added: 'Is added to the loan', paid: 'Is paid monthly' },
  }),
  {
    ...standardRate,
    limit: 'loan_offers_standard_rate_check',
    optional: true,
    hint: 'Leave it empty to use the lender’s own rate.',
  },
  term('penal_charges', 'Penal charges', 'lines', { hint: 'What an overdue EMI costs.' }),
  term('security', 'Security', 'lines', {
    hint: 'What the lender asks for as security, for example a co-applicant.',
  }),
  term('other_charges', 'Other charges', 'lines', { optional: true }),
  field('valid_until', 'Valid until', 'day', { limit: 'offer_ends_too_late' }),
  term('key_facts_url', 'Link to the key facts', 'text'),
];

/** The loan group by intake, and its requests. Once an intake is chosen, these lists come first. */
const group = (query: URLSearchParams) => {
  const where = narrowedBy(query, ['intake']);
  return [
    list('loan_groups', 'Loan group by intake', 'No one has asked for a loan.', {
      brief: true,
      columns: [
        column('intake', 'Intake', undefined, ({ intake }) => ({
          label: 'See members',
          href: screenAddress('loan', { intake: textOf(intake) }),
        })),
        counted('members', 'Members', 'member'),
        { ...column('sum', 'They ask for', 'short'), text: ({ sum }) => `${lakh(sum)} in all` },
        {
          ...column('average', 'On average', 'short'),
          text: ({ average }) => `${lakh(average)} on average`,
        },
        counted('offers', 'Offers', 'offer'),
      ],
    }),
    list(
      'loan_requests',
      where ? `Who is in the group of ${textOf(where['intake'])}` : 'Who is in the loan group',
      'No one is in the group.',
      {
        ...(where ? { where } : { folded: true }),
        file: 'loan-group',
        brief: true,
        columns: [
          column('name', 'Name', undefined, toMember),
          ...(where ? [] : [column('intake', 'Intake')]),
          column('amount', 'Amount', 'short'),
          counted('term_months', 'Term', 'month'),
          column('institute', 'Institute'),
          column('programme', 'Programme'),
          column('stage', 'Stage', 'name'),
          column('joined_at', 'Joined', 'moment'),
          column('choice', 'Choice', choicesOnDesk),
          column('email', 'Email'),
        ],
      },
    ),
    list('loan_group_for_lenders', 'Figures for lenders', 'No group has five members yet.', {
      folded: true,
      file: 'figures-for-lenders',
      figures: true,
      brief: true,
      columns: [
        column('cell', 'Group', 'name'),
        column('intake_year', 'Intake'),
        counted('members', 'Members', 'member'),
        column('sum', 'Sum', 'short'),
        { ...column('part', 'By', 'name'), onlyInFile: true },
        { ...column('published_at', 'Published', 'day'), onlyInFile: true },
      ],
    }),
  ];
};

const toSheet = ({ choice }: Row) => ({
  label: 'Details for the lender',
  href: screenAddress('loan', { choice: textOf(choice) }),
});

const backToLoan = { label: 'Back to Loan', href: screenAddress('loan') };

/** What a lender gets about a member. */
const sheetColumns: readonly Column[] = [
  column('lender', 'Lender'),
  column('reference', 'Reference'),
  column('firstname', 'First name'),
  column('lastname', 'Last name'),
  column('email', 'Email'),
  column('phonenumber', 'Phone'),
  column('institute', 'Institute'),
  column('programme', 'Programme'),
  column('stage', 'Stage', 'name'),
  {
    ...column('course_starts', 'Course starts', 'day'),
    text: (row) => {
      const { month, year } = indiaParts(textOf(row['course_starts']));
      return `${month} ${year}`;
    },
  },
  column('amount', 'Amount', 'short'),
  counted('term_months', 'Term', 'month'),
  column('rate', 'Rate of the offer', 'percent'),
  column('valid_until', 'Offer valid until', 'day'),
  column('co_applicant', 'Co-applicant', 'name'),
  column('city', 'City'),
];

/** A mail to the lender. The sheet is not in its address, which webmail would keep in the browser's history. */
const mailOfSheet = ({ lender_email: to, reference }: Row) =>
  to
    ? {
        label: 'Open mail',
        href: `mailto:${textOf(to)}?subject=${encodeURIComponent(`Loan ${textOf(reference)}`)}`,
      }
    : undefined;

const sheetOf = (choice: string) =>
  list(
    'details_for_lender',
    'For this lender only',
    'There is nothing to show: the details have not been released, the choice is no longer active, or the member has withdrawn consent.',
    {
      facts: true,
      untitled: true,
      args: { choice },
      file: 'details-for-lender',
      columns: [
        {
          ...column('lender_email', 'Send to', undefined, mailOfSheet),
          text: ({ lender_email: to }) => `Open mail to ${textOf(to)}`,
        },
        ...sheetColumns,
      ],
      actions: [{ ...hasSent('reference', 'email'), next: () => backToLoan }],
    },
  );

export const loan: DeskScreen = {
  name: 'loan',
  label: 'Loan',
  purpose: 'Choices, offers and the loan group.',
  opened: (query) =>
    query.has('choice')
      ? {
          list: 'details_for_lender',
          title: () => 'For this lender only',
          back: backToLoan,
        }
      : undefined,
  actions: [
    button('add_offer', 'Add an offer', {
      fields: terms,
      preview,
      next: () => ({ label: 'See offers', href: `${screenAddress('loan')}#offers` }),
      asks: () =>
        'Members whose requests fit the offer will see it right away and get an email within the hour.',
    }),
    button('add_lender', 'Add a lender', {
      fields: [...identity, standardRate, lendersAddress],
      next: () => ({ label: 'Add an offer', href: screenAddress('loan', { do: 'add_offer' }) }),
      asks: () => 'Members in the loan group will see its name right away. Next, add its offers.',
    }),
  ],
  lists: (query) => {
    const sheet = query.get('choice');
    if (sheet) return [sheetOf(sheet)];
    return [
      ...(query.has('intake') ? group(query) : []),
      list('open_choices', 'Loan choices', 'No loan choices are open.', {
        columns: [
          column('member_name', 'Member', undefined, toMember),
          column('member', 'Email'),
          column('lender', 'Lender'),
          column('amount', 'Amount', 'short'),
          column('sanctioned', 'Sanctioned', 'short'),
          column('rate', 'Rate', 'percent'),
          flag('is_late', 'Late'),
          {
            ...status,
            text: (row) =>
              is('chosen')(row)
                ? sendBy(row)
                : isUnsent(row)
                  ? `Released. ${sendBy(row)}`
                  : cellText(status, row),
          },
          column('chosen_at', 'Chosen', 'day'),
          column('valid_until', 'Valid until', 'day'),
          { ...column('choice', 'Reference'), text: ({ choice }) => textOf(choice).slice(0, 8) },
        ],
        leadsTo: (row) =>
          row['state'] === 'chosen' ? undefined : { ...toSheet(row), leads: true },
        actions: [
          rowButton('send_to_lender', 'Release details', 'choice', {
            next: toSheet,
            asks: (row) =>
              `Release the details: ${what(row)}? You can then open the sheet for this lender. No one else may get it.`,
            final: true,
            when: is('chosen'),
          }),
          hasSent('choice'),
          rowButton('sanction', 'Record sanction', 'choice', {
            tries: true,
            asks: (row) =>
              `Record that the lender sanctioned the loan: ${what(row)}? We will tell the member.`,
            fields: [
              field('sanctioned', 'Amount, if less than asked (rupees)', 'rupees', {
                optional: true,
                limit: 'loan_choices_sanctioned_check',
                hint: 'Leave it empty if the lender sanctioned the whole amount.',
              }),
            ],
            final: true,
            when: (row) => is('with_lender')(row) && !isUnsent(row),
          }),
          rowButton('disburse', 'Record payout', 'choice', {
            asks: (row) =>
              `Record that the lender paid out the loan: ${what(row)}? We will tell the member.`,
            final: true,
            when: is('sanctioned'),
          }),
          rowButton('decline', 'Record rejection', 'choice', {
            fields: [told('reason', 'The lender’s reason', 'loan_choices_reason_check')],
            asks: (row) =>
              `Record that the lender said no: ${what(row)}? We will tell the member why.`,
            final: true,
            when: (row) => is('with_lender', 'sanctioned')(row) && !isUnsent(row),
          }),
          rowButton('lender_withdrew', 'Record withdrawn offer', 'choice', {
            fields: [{ ...told('reason', 'Reason', 'loan_choices_reason_check'), optional: true }],
            asks: (row) =>
              `Record that the lender withdrew the offer: ${what(row)}? The choice will end, and we will tell the member.`,
            final: true,
          }),
        ],
      }),
      list(
        'open_rate_matches',
        'Better offers that members found',
        'No better offers are waiting.',
        {
          quiet: true,
          columns: [
            column('member_name', 'Member', undefined, toMember),
            column('member', 'Email'),
            column('lender', 'Lender'),
            column('rate', 'Rate', 'percent'),
            column('charges', 'Charges', 'rupees'),
            column('amount', 'Amount', 'short'),
            column('term_months', 'Months'),
            column('created_at', 'Sent', 'day'),
            {
              ...column('business_days', 'Waiting'),
              text: (row) => `${textOf(row['business_days'])} of ${answerDays} working days`,
            },
            column('valid_until', 'Valid until', 'day'),
            column('file_id', 'Written offer', 'files'),
            column('state', 'Status', matchesOnDesk),
          ],
          actions: [
            rowButton('rate_match_with_lenders', 'Record that lenders have it', 'match', {
              when: is('sent'),
            }),
            rowButton('answer_rate_match', 'Answer member', 'match', {
              asks: (row) =>
                `${person(row)} was offered ${textOf(row['rate'])}% by ${textOf(row['lender'])}. We will mail them your answer.`,
              fields: [
                field('answer', 'Answer', 'choice', {
                  options: matchAnswers,
                }),
                field('rate', 'New rate (% a year)', 'percent', {
                  optional: true,
                  hint: 'Needed if a lender beat the offer.',
                  limit: 'rate_matches_answer_rate_check',
                }),
                {
                  ...told('reason', 'Reason, if no lender matched it', 'rate_matches_reason_check'),
                  optional: true,
                },
              ],
              final: true,
            }),
          ],
        },
      ),
      list(
        'lender_stops',
        'Lenders that must stop using details',
        'No lender needs to stop using details.',
        {
          quiet: true,
          columns: [
            column('lender', 'Lender'),
            column('email', 'Email'),
            column('asked_at', 'Told on', 'moment'),
            column('choice', 'Reference'),
          ],
          actions: [
            rowButton('lender_stopped', 'Record that the lender stopped', 'choice', {
              asks: (row) =>
                `Has ${textOf(row['lender'])} confirmed that it stopped using the details? The request will then disappear from this list.`,
              final: true,
            }),
          ],
        },
      ),
      ...(query.has('intake') ? [] : group(query)),
      list('offers', 'Offers', 'No current offers.', {
        brief: true,
        folded: true,
        leads: true,
        columns: [
          column('lender', 'Lender'),
          column('rate', 'Rate', 'percent'),
          { ...column('least_amount', 'Loans', 'short'), text: amountsOf },
          column('intake_year', 'Intake'),
          {
            ...column('valid_until', 'Valid', 'day'),
            text: (row) => `until ${shortDay(textOf(row['valid_until']))}`,
          },
          counted('chosen', 'Choices', 'choice'),
        ],
        actions: [
          button('add_offer', 'Replace offer', {
            args: { replaces: 'offer' },
            fields: terms,
            filled: true,
            preview,
            asks: (row) =>
              `Members will see the new offer instead of ${offerOf(row)}. Those who chose the old one keep its terms.`,
          }),
          rowButton('withdraw_offer', 'End offer', 'offer', {
            asks: (row) =>
              `End ${offerOf(row)}? Members will no longer see it, and we will cancel choices not yet sent to the lender.`,
            final: true,
          }),
        ],
      }),
      list('lenders', 'Lenders', 'No lenders yet.', {
        folded: true,
        columns: [
          column('name', 'Name'),
          column('site', 'Site'),
          column('standard_rate', 'Standard rate', 'percent'),
          column('email', 'Email'),
          column('active', 'Members see its offers', 'yes'),
        ],
        actions: [
          rowButton('edit_lender', 'Edit lender', 'lender', {
            button: 'Save lender',
            asks: (row) =>
              `Members will see ${textOf(row['name'])}’s new details right away. A new rate applies to offers that you add from now on.`,
            fields: [
              ...identity,
              standardRate,
              { ...lendersAddress, clears: true },
              field('active', 'Members see its offers', 'yes'),
            ],
            filled: true,
          }),
        ],
      }),
    ];
  },
};
