import { expect, test } from 'vitest';
import { account } from '../../src/content/account.ts';
import { buy } from '../../src/content/buy.ts';
import { imageNames } from '../../src/content/copy.ts';
import { dashboard } from '../../src/content/dashboard.ts';
import { figures } from '../../src/content/figures.ts';
import { home } from '../../src/content/home.ts';
import { mainLinks, navigation } from '../../src/content/navigation.ts';
import { notFound } from '../../src/content/not-found.ts';
import { parseSite } from '../../src/prerender/environment.ts';
import { payment } from '../../src/content/payment.ts';
import { services } from '../../src/content/services.ts';

test('the hero says what §3.2 and §3.3 ask, literally where they quote', () => {
  expect(home.hero.headline).toMatch(/crack your dream business school/i);
  expect(home.hero.headline).toContain('best interest rate');
  expect(home.hero.headline).toContain('MBA loan');
  expect(home.hero.subline).toContain('Lenders are made to compete');
  expect(home.hero.action).toEqual({ label: "Join Us-it's free", href: '/dashboard/main' });
  expect(home.hero.caption).toBe('an alumni initiative');
});

test('the figures of the home page are those of §3.4', () => {
  expect(home.hero.figures.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '740+ students',
    'up to 4% for members',
    '695+ mock bookings',
  ]);
});

test('the five benefits stand in order, the first three with their picture', () => {
  expect(home.benefits.heading).toBe('Benefits for Members');
  expect(home.benefits.items.map(({ title }) => title)).toEqual([
    'No Charges',
    'Best Interest Rate in India (Guaranteed)',
    'Free Access to Student Community',
    'Value Learning',
    'Rate Match Guarantee',
  ]);
  expect(home.benefits.items.map((item) => ('imagename' in item ? item.imagename : ''))).toEqual([
    'benefits_1',
    'benefits_2',
    'benefits_3',
    '',
    '',
  ]);
  expect(home.benefits.items[0].text).toContain('no obligation, no credit verification, no push');
  expect(home.benefits.items[3].text).toMatch(
    /feedback on mock GDPI and one-to-one mentorship from alumni/i,
  );
  expect(home.benefits.items[4].text).toMatch(/Found a better deal elsewhere\? Tell us/);
});

test('the other sections of the home page have their headings, pictures and ids', () => {
  expect(home.trust.heading).toBe('Why you should trust us');
  expect(home.trust.imagename).toBe('trustus_1');
  expect(home.trust.action.href).toBe('/dashboard/main');
  expect(home.saving.heading).toBe('How we save you money');
  expect(home.saving.imagename).toBe('moneysave_1');
  expect(home.saving.cards.map(({ title }) => title)).toEqual([
    'Uniting the strength of group members',
    'Lenders wanting group business',
  ]);
  expect(home.testimonials.heading).toBe('See what your friends at top B-school says');
  expect([home.benefits.id, home.trust.id, home.saving.id, home.video.id, home.faqs.id]).toEqual([
    'benefits',
    'about-us',
    'save-money',
    'podcast',
    'faqs',
  ]);
});

test('the GDPI page has its figures, headings and steps', () => {
  expect(figures.rating.value).toBe('4.5/5');
  expect(`${figures.sessions.value} ${figures.sessions.label}`).toBe('350+ sessions');
  expect(buy.hero.figures).toEqual([figures.rating, figures.sessions]);
  expect([
    buy.audience.heading,
    buy.contents.heading,
    buy.otherBenefits.heading,
    buy.refund.heading,
    buy.about.heading,
  ]).toEqual([
    'Who is this for',
    "What you'll get",
    'Other benefits',
    'How 100% Refund Works',
    'About us',
  ]);
  expect(buy.refund.steps.map(({ title }) => title)).toEqual([
    'Enrol',
    'Sit the mock',
    'Get the refund',
  ]);
  expect(buy.otherBenefits.items[0].text).toBe('For the first 1000 students only.');
});

test('the account pages have their titles and links', () => {
  expect(account.signUp.heading).toBe('FREE Sign Up');
  expect(account.signUp.subheading).toBe('It costs you nothing.');
  expect(account.signUp.login.action.href).toBe('/login');
  expect(account.signUp.terms.terms.href).toBe('/termsandcondition');
  expect(account.signUp.terms.privacy.href).toBe('/privacypolicy');
  expect(account.login.heading).toBe('Sign in to the product');
  expect(account.login.imagename).toBe('login');
  expect(account.login.signUp.action).toEqual({ label: 'Sign up', href: '/signup' });
});

test('the dashboard pages have their titles, services and banners', () => {
  expect(services.map(({ servicename }) => servicename)).toEqual([
    'Mock Interview',
    'Loan',
    'Mock GD',
  ]);
  expect(dashboard.marketing.banner.title).toBe('Exclusive Launch');
  expect(dashboard.marketing.banner.action).toEqual({
    label: 'Sign up to know more',
    href: '/signup',
  });
  expect(dashboard.main.banner.text).toContain('100% refund');
  expect(dashboard.main.loan).toMatchObject({ title: 'MBA Loan', action: 'Apply for loan' });
  expect(dashboard.profile.heading).toBe('Update Your Profile');
  expect(dashboard.settings.heading).toBe('Change Your Password');
});

test('the bar, the menus and the footer link what §2 lists, in order', () => {
  expect(mainLinks('https://podcasts.example.org')).toEqual([
    { label: 'Benefits', href: '/#benefits' },
    { label: 'About Us', href: '/#about-us' },
    { label: 'GDPI', href: '/buy' },
    { label: 'Podcasts', href: 'https://podcasts.example.org', newTab: true },
    { label: 'FAQs', href: '/#faqs' },
  ]);
  expect(navigation.signedOut.signUp).toEqual({ label: 'Sign up', href: '/signup' });
  expect(navigation.signedOut.logIn).toEqual({ label: 'Log in', href: '/login' });
  expect(navigation.sidebar.items.map(({ label }) => label)).toEqual([
    'Dashboard',
    'Edit Profile',
    'Settings',
  ]);
  expect(navigation.sidebar.logout).toBe('Log Out');
  expect(navigation.footer.quickLinks.heading).toBe('Quick Links');
  expect(navigation.footer.quickLinks.items.map(({ label }) => label)).toEqual([
    'How We Started',
    'FAQs',
    'Contact Us',
    'Privacy Policy',
    'Refund Policy',
    'Cancellation Policy',
    'Terms and Condition',
  ]);
});

test('section links of the bar and the footer lead to sections of the home page', () => {
  const ids = Object.values(home).flatMap((section) =>
    'id' in section ? [`/#${section.id}`] : [],
  );
  const anchors = [
    ...mainLinks('https://podcasts.example.org'),
    ...navigation.footer.quickLinks.items,
  ]
    .map(({ href }) => href)
    .filter((href) => href.startsWith('/#'));
  expect(ids).toEqual(expect.arrayContaining(anchors));
  expect(new Set(ids).size).toBe(ids.length);
});

test('the payment pages, the 404 page and the business hours read as quoted', () => {
  expect(payment.success.heading).toBe('Payment Successful');
  expect(payment.success.thanks).toBe('Thank you for your purchase!');
  expect(payment.success.dashboard.label).toBe('Dashboard');
  expect(notFound.heading).toBe('Page not found');
  expect(notFound.back).toEqual({ label: 'Back to home', href: '/' });
  expect(parseSite({}).businessHours).toBe('Monday to Saturday, 9:00 AM to 6:00 PM');
});

test('every picture name the home table knows is listed once', () => {
  expect([...imageNames].sort()).toEqual([
    'benefits_1',
    'benefits_2',
    'benefits_3',
    'footer_logo',
    'login',
    'moneysave_1',
    'trustus_1',
  ]);
});

test('no price stands in the copy: packs and prices live in the domain', () => {
  expect(JSON.stringify([home, buy, dashboard, services])).not.toMatch(
    /Rs\.? ?\d|₹|\b(699|999|1399|2399|3499)\b/,
  );
});
