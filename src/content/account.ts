import { freeInterviews } from '../domain/periods.ts';

/**
 * Headings and marketing copy for /signup, /login and /forgotpassword. The forms' messages are in
 * `src/domain/account/messages.ts`.
 */
export const account = {
  signUp: {
    heading: 'FREE Sign Up',
    subheading: 'It costs you nothing.',
    // Around the time that the visitor has chosen; replaces the next line.
    chosen: [
      'Your time:',
      'We do not hold the seat.',
      'It has just gone. Choose another after you sign up.',
    ],
    next: `Next: get your free mock interview (first ${freeInterviews} students) or join your loan group.`,
    fromPurchase: 'Use the email address you paid with, so that we can find your pack.',
    // Around the address that the receipt went to, if its link is known.
    fromReceipt: [
      'Your pack is waiting. Sign up with',
      'the email address you paid with, and we add it to your account.',
    ],
    fromUnaddressed:
      'We have no email address for your payment. Sign up, then send us its reference. We add the pack to your account.',
    fromInvitation: 'Sign up, then accept your invitation on the sessions page.',
    pitch: {
      heading: 'Take your seat in the circle',
      text: 'Two minutes now, and the season gets a little less lonely.',
      points: [
        {
          title: 'A better rate',
          text: 'Lenders quote for your whole group, so they compete for your loan.',
        },
        {
          title: 'People who got in',
          text: `Alumni mentors for mock interviews and GDs, with a free mock interview for the first ${freeInterviews} students.`,
        },
        {
          title: 'A batch before the batch',
          text: 'A community of aspirants and admits, free for as long as you like.',
        },
      ],
    },
    login: {
      question: 'Already a member?',
      action: { label: 'Log in', href: '/login' },
    },
    terms: {
      before: 'I am 18 or older. I accept the',
      terms: { label: 'Terms and Condition', href: '/termsandcondition' },
      between: 'and the use of my details as the',
      privacy: { label: 'Privacy Policy', href: '/privacypolicy' },
      after: 'describes.',
    },
  },
  login: {
    heading: 'Sign in to the product',
    welcome: 'Good to see you again. Your packs and your loan group are where you left them.',
    firstVisit: {
      heading: "New here? It's free",
      text: `Sign up in two minutes. Then get your free mock interview (first ${freeInterviews} students), or join your loan group.`,
      action: { label: 'Sign up', href: '/signup' },
      members: 'Already a member? Log in, and the page you wanted opens.',
    },
    imagename: 'login',
    signUp: {
      question: 'New here?',
      action: { label: 'Sign up', href: '/signup' },
    },
  },
  forgotPassword: {
    heading: 'Forgot your password?',
    text: 'Enter the email address you log in with. We email you a link to set a new password, and then log you in.',
    back: { label: 'Back to login', href: '/login' },
  },
  unsubscribe: {
    heading: 'Stop these emails',
    text: 'You get these emails because you are a member. One click stops all emails of this kind.',
  },
} as const;
