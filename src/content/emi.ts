import { memberPages } from '../domain/member-pages.ts';

/** Copy for the EMI calculator page (§16.29). The labels inside the calculator are in its feature. */
export const emi = {
  heading: 'MBA loan EMI calculator',
  lead: 'What you would pay each month, how the loan grows while you study, and what a lower rate saves you.',
  estimate: 'This is an estimate, not an offer. The lender decides the rate, and whether to lend.',
  method: {
    heading: 'How it is calculated',
    formula:
      'P is the amount you owe when EMIs start, i a twelfth of the yearly rate, n the number of EMIs.',
    points: [
      {
        title: 'On a reducing balance',
        text: 'Each month’s interest is on what you still owe. It is rounded to the paisa, and the last EMI makes up for the rounding, so the loan ends at zero.',
      },
      {
        title: 'Study and grace',
        text: 'Grace is the time from the end of your course to your first EMI. Unpaid interest is simple interest, added once when EMIs start, as in the Indian Banks’ Association’s Model Education Loan Scheme. A lender that adds it every month costs more, so ask.',
      },
      {
        title: 'Paid out on the first day',
        text: 'We assume that you get the whole loan on day one. Most lenders pay each fee instalment when it is due, so less interest builds up while you study.',
      },
    ],
  },
  missing: {
    heading: 'What it leaves out',
    points: [
      {
        title: 'Charges',
        text: 'The processing fee and the tax on it, insurance and stamp duty. The lender’s Key Facts Statement lists them, along with the yearly rate that includes them (the APR).',
      },
      {
        title: 'Rates that move',
        text: 'Most education loans have a floating rate. We assume that it never changes.',
      },
      {
        title: 'Subsidies, tax and early payment',
        text: 'Interest subsidies, the tax deduction on interest and early repayments make a loan cheaper.',
      },
    ],
    source: {
      label: 'The Reserve Bank’s rules on the Key Facts Statement',
      href: 'https://rbi.org.in/Scripts/NotificationUser.aspx?Id=12663',
    },
  },
  group: {
    heading: 'Let lenders compete for your loan',
    text: 'Members ask as one group, and several lenders answer. You compare, you choose, and you pay us nothing. Or take a better offer that you find yourself.',
    action: { label: "Join Us-it's free", href: memberPages.loan },
  },
} as const;
