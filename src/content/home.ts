import { freeInterviews } from '../domain/periods.ts';
import { memberPages } from '../domain/member-pages.ts';
import type { Action } from './copy.ts';
import { figures } from './figures.ts';

const join: Action = { label: "Join Us-it's free", href: memberPages.main };

/** Copy for the home page, section by section (§3). */
export const home = {
  hero: {
    caption: 'an alumni initiative',
    headline: 'Crack your dream business school, and get the best interest rate on your MBA loan',
    subline:
      'Lenders are made to compete for our members, and you pay us nothing. Alumni prepare you for interviews.',
    action: join,
    figures: [figures.students, figures.rate, { ...figures.bookings, href: '/buy' }],
  },
  benefits: {
    id: 'benefits',
    heading: 'Benefits for Members',
    intro: 'From the day the CAT results come out to the day the fee is due, you have company.',
    items: [
      {
        title: 'No Charges',
        text: 'Joining is free: no obligation, no credit verification, no push. Read the offers, ask us anything, and walk away whenever you like.',
        note: 'Lenders pay us an origination fee, a share of the loan, when a member takes it. Mock interview and GD packs are sold separately.',
        imagename: 'benefits_1',
      },
      {
        title: 'Best Interest Rate in India (Guaranteed)',
        text: 'One student asks a branch and gets the rate on the poster. A group with converts in hand asks several lenders, and each knows the others are quoting.',
        note: 'The lender decides the final rate, and whether to lend.',
        imagename: 'benefits_2',
        more: { label: 'The guarantee is our rate match in point 5', href: '#rate-match' },
      },
      {
        title: 'Free Access to Student Community',
        text: 'A forum of aspirants and alumni: WAT topics from this week’s panels, which calls to keep, hostel deposits, flatmates. Someone there has been through it.',
        imagename: 'benefits_3',
      },
      {
        title: 'Value Learning',
        text: 'Feedback on mock GDPI and one-to-one mentorship from alumni. They have sat on your side of the table, and they remember it.',
        note: `The first ${freeInterviews} students get one mock interview free. After that, sessions come in packs.`,
        drawing: 'value-learning',
        more: { label: 'See the packs', href: '/buy#packs' },
      },
      {
        title: 'Rate Match Guarantee',
        text: 'Found a better deal elsewhere? Tell us. Send the written offer before you sign, and we will ask our lenders to match or beat it.',
        note: 'A lender may decline. If so, we tell you, and you should take the better offer.',
        drawing: 'rate-match',
      },
    ],
  },
  trust: {
    id: 'about-us',
    heading: 'Why you should trust us',
    paragraphs: [
      'Every spring, two batchmates with the same admit, the same fees and much the same marks sign for loans at different rates. Neither did anything wrong. Each of them just asked alone.',
      'We are business-school graduates who were once those two. We compared sanction letters in the mess, too late to change anything. So we started the circle we had wanted: borrow as a group, practise with people who got in, and pass it on to the next batch.',
    ],
    reasons: [
      {
        title: 'We do not lend',
        text: 'We are an enabler between you and our partner financial institutions. You see every proposal that comes in for you.',
      },
      {
        title: 'We tell you how we earn',
        text: 'For loans, an origination fee from the lender. For mock sessions, the price on the card. Nothing else.',
      },
      {
        title: 'We sat these interviews',
        text: 'Your mentors are alumni of top business schools. No scripts, no lectures, just the questions they were asked.',
        more: { label: 'Meet the mentors', href: '/mentors' },
      },
      {
        title: 'We keep your details to ourselves',
        text: 'We sell your number to no one. A lender sees your details only after you say yes to that lender.',
      },
    ],
    imagename: 'trustus_1',
    action: join,
  },
  saving: {
    id: 'save-money',
    heading: 'How we save you money',
    intro: 'An MBA loan is priced twice: once on the poster, and once when someone bargains.',
    imagename: 'moneysave_1',
    cards: [
      {
        title: 'Uniting the strength of group members',
        text: 'Everyone whose course starts in the same year is in one circle, and lenders offer all of them one price. Your profile still counts. It no longer stands alone.',
      },
      {
        title: 'Lenders wanting group business',
        text: 'For a lender, a group of future managers is cheaper to reach and worth keeping for years. Several lenders want the group and only some will win it, so they cut rates and drop fees.',
      },
    ],
    calculator: { label: 'See what a lower rate saves you', href: '/emi' },
  },
  video: {
    id: 'podcast',
    heading: 'Hear it from people who have been there',
    text: 'Converts, rejects, loans and second chances: alumni tell you what they wish someone had told them.',
    play: 'Play video',
  },
  faqs: {
    id: 'faqs',
    heading: 'FAQs',
    intro: 'Five things everyone asks before joining.',
    more: { label: 'Ask us something else', href: '/contact' },
  },
  testimonials: {
    id: 'testimonials',
    heading: 'See what your friends at top B-school says',
  },
} as const;
