import { freeInterviews, lasting, lastingInFigures } from '../domain/periods.ts';
import { memberPages } from '../domain/member-pages.ts';
import { figures } from './figures.ts';
import { mentors } from './mentors.ts';

/** Copy for the GDPI page, section by section (§4.1). Packs and prices are in `src/domain/packs/packs.ts`. */
export const buy = {
  hero: {
    headline: 'Sit your interview once before it counts',
    offer: {
      what: 'Mock interviews and GDs',
      // The page appends the lowest price to this.
      from: 'from',
      refund: { label: '100% back with an IIM offer', href: '#refund' },
    },
    paragraphs: [
      'You have the percentile and the calls. Next: twenty minutes with a panel, a WAT topic you have not seen and, at some schools, a GD where all eight want to speak first.',
      'Practise with alumni of the institutes you are aiming for. They ask what a panel asks, and tell you afterwards what they thought and why.',
    ],
    figures: [figures.rating, figures.sessions],
    action: { label: 'See the packs', href: '#packs' },
    free: { label: `Free interview for the first ${freeInterviews} students`, href: '/signup' },
  },
  audience: {
    heading: 'Who is this for',
    items: [
      'CAT, XAT, SNAP, NMAT or GMAT takers with a GDPI or WAT-PI call in hand.',
      'Aspirants who expect a shortlist and want to start before it is out.',
      'Engineers, freshers, people with a gap year or a switch: anyone with a “why MBA” still in draft.',
      'Last year’s candidates who missed the convert.',
    ],
  },
  contents: {
    heading: "What you'll get",
    items: [
      {
        title: 'Feedback from IIM alumni',
        text: 'Alumni of top business schools interview you, then go through it answer by answer.',
      },
      {
        title: 'One-to-one mentorship',
        text: 'Someone who knows your profile takes your questions between sessions.',
      },
      {
        title: 'Profile and CV building',
        text: 'What to put first, what to leave out, and which lines a panel will dig into.',
      },
      {
        title: 'WAT preparation',
        text: 'Topics from recent seasons and a structure for twenty minutes.',
      },
      {
        title: 'Transcripts of earlier interviews',
        text: 'How IIM graduates’ interviews really went, wrong turns included.',
      },
      {
        title: 'Mock GD with future batchmates',
        text: 'A real topic, a moderator, and feedback for each of you.',
      },
    ],
  },
  // About the mentors who hold the sessions (§4.20).
  mentors: {
    heading: 'Your mentors',
    text: 'You see who your mentor is before you book.',
    more: { label: 'All mentors', href: '/mentors' },
    none: mentors.none,
  },
  // An invented feedback sheet: it is not about a real person (§4.19).
  sample: {
    heading: 'A sample feedback sheet',
    text: 'After every session, your mentor fills in a sheet like this, with one exercise.',
    title: 'Feedback on your mock interview',
    note: 'This is a sample. It describes no real person.',
    feedback: {
      content: 4,
      structure: 2,
      communication: 4,
      presence: 3,
      went_well:
        'The night shift at the plant was your own story, with figures in it, and it showed why you want an MBA better than the prepared answer did.',
      to_work_on:
        'Your answers begin before you know where they end. “Walk me through your CV” took four minutes and got as far as second year.',
      exercise:
        'Write the last sentence of three answers first: your CV, why an MBA, why now. Then say each answer aloud in 90 seconds, towards that sentence, three times in a row.',
    },
  },
  otherBenefits: {
    heading: 'Other benefits',
    items: [
      {
        title: 'A free mock interview',
        text: `For the first ${freeInterviews} students only.`,
        note: 'Members find the offer on their dashboard.',
        more: {
          label: 'Get my free interview',
          href: '/signup',
          forMembers: { label: 'Your dashboard', href: memberPages.main },
        },
      },
      {
        title: 'An extra discount for members',
        text: 'Members can ask support for a code.',
        note: 'Enter the code under the price before you pay.',
        more: { label: 'Ask support', href: '/contact' },
      },
      {
        title: '100% fee refund',
        text: 'Once an IIM offers you admission, we refund your pack’s fee.',
        note: 'A few conditions apply. The Refund Policy lists them.',
        more: { label: 'Refund Policy', href: '/refundpolicy' },
      },
      {
        title: 'Loan help, free',
        text: 'Members ask as a group, and lenders compete for them.',
        note: 'Lenders pay us; you never do.',
        more: { label: 'How we save you money', href: '/#save-money' },
      },
    ],
  },
  packs: {
    id: 'packs',
    heading: 'Choose your pack',
    text: 'Each session is a mock interview or a GD: you choose.',
    visitors: 'Enter your email when you pay: your receipt and a link to your pack go there.',
    facts: [
      'Sessions are online: you and one mentor, or a group for a GD.',
      `Use a pack within ${lasting('pack')}. Move a session free until ${lastingInFigures('cancel free')} before.`,
      `Changed your mind? Ask within ${lastingInFigures('refund')} of purchase and we refund unused sessions.`,
      'You pay this price and nothing more, through Razorpay.',
    ],
  },
  refund: {
    heading: 'How 100% Refund Works',
    steps: [
      { title: 'Enrol', text: 'Buy a pack and book a time.' },
      { title: 'Sit the mock', text: 'Take at least one session before your final interview.' },
      {
        title: 'Get the refund',
        text: `Send us your IIM offer within ${lastingInFigures('refund')} of its date. We refund the whole fee the way you paid.`,
      },
    ],
    note: `No offer, or a change of mind? Ask within ${lastingInFigures('refund')} of purchase and we refund unused sessions. We decide within ${lastingInFigures('refund')} and pay within ${lastingInFigures('refund')}. If both refunds apply, you get 100%.`,
    more: { label: 'Read the Refund Policy', href: '/refundpolicy' },
  },
  about: {
    id: 'about-the-mentors',
    heading: 'About us',
    paragraphs: [
      'We are an alumni initiative. Business-school graduates started it after helping juniors prepare, one call at a time, in the weeks between shortlist and convert.',
      'None of our mentors speaks for an institute, and none can promise you a seat. They can make sure that the real panel is not your first.',
    ],
  },
  testimonials: { heading: 'From people who practised with us' },
} as const;
