/** What the specification quotes, page by page and in order, so that no change of wording or layout loses any of it. */
import { describe, expect, test } from 'vitest';
import { navigation } from '../../src/content/navigation.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { packs } from '../../src/domain/packs/packs.ts';
import { routes } from '../../src/content/routes.ts';
import { withoutFooter } from '../e2e/support/routes.ts';
import { builtPage, one, words } from './page.ts';

const packCards = packs.flatMap(({ name, labels }) => [name, ...labels, 'Buy Now']);

const inOrder: Record<string, readonly string[]> = {
  '/': [
    "Join Us-it's free",
    'an alumni initiative',
    '740+',
    'up to 4%',
    '695+',
    'Benefits for Members',
    'No Charges',
    'Best Interest Rate in India (Guaranteed)',
    'Free Access to Student Community',
    'Value Learning',
    'Rate Match Guarantee',
    'Why you should trust us',
    'How we save you money',
    'FAQs',
    'See what your friends at top B-school says',
  ],
  '/signup': [
    'FREE Sign Up',
    'It costs you nothing.',
    'First Name',
    'Last Name',
    'Email',
    'Phone Number',
    'Referral Code',
    'Password',
    'Confirm Password',
    'SIGN UP',
  ],
  '/login': [
    'Sign in to the product',
    'Email',
    'Password',
    'Forgot Password?',
    'Sign In',
    'Sign up',
  ],
  '/buy': [
    '4.5/5',
    '350+',
    'You have the percentile',
    'Who is this for',
    "What you'll get",
    'Other benefits',
    ...packs.flatMap(({ name }) => [name, 'Buy Now']),
    'How 100% Refund Works',
    'About us',
  ],
  '/contact': ['General enquiries', 'Support', 'Phone', 'Monday to Saturday', 'Office address'],
  '/success': ['Payment Successful', 'Thank you for your purchase!', 'Dashboard'],
  [memberPages.main]: [
    'Mock Interview',
    'Loan',
    'Mock GD',
    'Exclusive Launch',
    'Sign up to know more',
    'Exclusive Launch',
    '100% refund',
    ...packCards,
    'MBA Loan',
    'Apply for loan',
  ],
  [memberPages.profile]: ['Update Your Profile'],
  [memberPages.settings]: ['Change Your Password'],
  '/404': ['Page not found', 'Back to home'],
};

test.each(Object.entries(inOrder))(
  '%s contains the texts quoted in the specification in the same order',
  (path, quoted) => {
    const said = words(one(builtPage(path), 'main')).replaceAll('’', "'");
    let from = 0;
    for (const text of quoted) {
      const at = said.indexOf(text, from);
      expect(at, `‘${text}’ after ‘${said.slice(Math.max(from - 40, 0), from)}’`).toBeGreaterThan(
        -1,
      );
      from = at + text.length;
    }
  },
);

test('§2.15 the settings page is titled ‘Settings’', () => {
  expect(builtPage(memberPages.settings).title).toMatch(/^Settings \|/);
});

describe('the footer', () => {
  const withFooter = Object.keys(routes).filter((path) => !withoutFooter.includes(path));
  test.each(withFooter)('§2.33 the footer of %s is complete', (path) => {
    const said = words(one(builtPage(path), 'body > footer'));
    const { mission, quickLinks, copyright } = navigation.footer;
    for (const part of [
      mission,
      ...quickLinks.items.map(({ label }) => label),
      'LinkedIn',
      copyright,
    ]) {
      expect(said).toContain(part);
    }
  });
});
