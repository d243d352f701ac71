import QRCode from 'qrcode';
import { expect, test } from 'vitest';
import { memberPages } from '../../src/domain/member-pages.ts';
import { packContents, packs, packSaving, sessionPrice } from '../../src/domain/packs/packs.ts';
import { formatRupees } from '../../src/domain/words/money.ts';
import { storiesOn } from '../e2e/support/content.ts';
import { builtPage, hrefsOf, named, one, oneNamed, region, words, wordsOf } from './page.ts';

test('the navigation bar has the links listed in §2.22 to §2.28', () => {
  const bar = one(builtPage('/'), 'header');
  const links = {
    Benefits: '/#benefits',
    'About Us': '/#about-us',
    GDPI: '/buy',
    FAQs: '/#faqs',
    'Log in': '/login',
    'Sign up': '/signup',
    AdmitCircle: '/',
  };
  for (const [name, href] of Object.entries(links)) {
    expect(hrefsOf(bar, name), name).toEqual([href]);
  }
  const podcasts = oneNamed(bar, 'a', 'Podcasts');
  expect(podcasts.getAttribute('href')).toMatch(/^https:\/\//);
  expect(podcasts.getAttribute('target')).toBe('_blank');
});

test('§2.30 ‘Sign up’ is a quiet button where visitors set a new password', () => {
  const quiet = (path: string) =>
    oneNamed(one(builtPage(path), 'header'), 'a', 'Sign up').classList.contains('button-quiet');
  expect([quiet(memberPages.settings), quiet(memberPages.main)]).toEqual([true, false]);
});

test('§2.34 the footer has ten quick links and four social links', () => {
  const footer = one(builtPage('/contact'), 'body > footer');
  const quick = oneNamed(footer, 'nav', 'Quick Links');
  const links = [...quick.querySelectorAll('a')];
  expect(links.map((link) => [words(link), link.getAttribute('href')])).toEqual([
    ['How We Started', '/#about-us'],
    ['FAQs', '/#faqs'],
    ['Contact Us', '/contact'],
    ['Privacy Policy', '/privacypolicy'],
    ['Refund Policy', '/refundpolicy'],
    ['Cancellation Policy', '/cancellationpolicy'],
    ['Terms and Condition', '/termsandcondition'],
    ['EMI Calculator', '/emi'],
    ['Mentors', '/mentors'],
    ['Accessibility', '/accessibility'],
  ]);
  const social = wordsOf(footer, 'a[target="_blank"]').map((name) => name.split(' ')[0]);
  expect(social).toEqual(['YouTube', 'Instagram', 'LinkedIn', 'Facebook']);
  expect(words(footer)).toMatch(/© \d{4} .+ All rights reserved\./);
  const logo = one(footer, '[data-home-image]');
  expect(logo.dataset['homeImage']).toBe('footer_logo');
});

test('§2.37 the sidebar links to every page of the dashboard and marks the current page', () => {
  const links = [
    ['Dashboard', memberPages.main],
    ['Sessions', '/dashboard/sessions'],
    ['Loan', '/dashboard/loan'],
    ['Preparation', '/dashboard/material'],
    ['Edit Profile', '/dashboard/profile'],
    ['Settings', '/dashboard/settings'],
  ] as const;
  for (const [current, path] of links) {
    const page = builtPage(path);
    const sidebar = oneNamed(page, 'nav', 'Dashboard');
    for (const [name, href] of links) expect(hrefsOf(sidebar, name)).toEqual([href]);
    expect(wordsOf(sidebar, '[aria-current=page]')).toEqual([current]);
    const entries = [...sidebar.querySelectorAll('li')];
    expect(
      entries.filter((entry) => !entry.querySelector(':is(a, button) svg')).map(words),
    ).toEqual([]);
    expect(page.querySelector('nav[aria-label=Main]')).toBeNull();
  }
});

test('§2.42 the chat button opens the messaging service in a new tab, and does not appear at the desk', () => {
  const chat = oneNamed(builtPage('/'), 'a', 'Chat with us');
  expect(chat.getAttribute('href')).toMatch(/^https:\/\//);
  expect(chat.getAttribute('target')).toBe('_blank');
  expect(chat.getAttribute('rel')).toBe('noopener');
  expect(words(one(builtPage('/desk'), 'body'))).not.toContain('Chat with us');
});

test.each(['/privacypolicy', '/refundpolicy', '/cancellationpolicy', '/termsandcondition'])(
  '%s shows its date and its table of contents',
  (path) => {
    const page = builtPage(path);
    const article = one(page, 'article');
    expect(one(article, 'time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\d$/);
    const headings = [...article.querySelectorAll('.prose h2')];
    expect(headings.length).toBeGreaterThan(3);
    const contents = oneNamed(page, 'nav', 'On this page');
    expect([...contents.querySelectorAll('a')].map((link) => [words(link), link.hash])).toEqual(
      headings.map((heading) => [words(heading).replace(/^\d+\. /, ''), `#${heading.id}`]),
    );
  },
);

test('the contact page lists every way to reach the team', () => {
  const main = one(builtPage('/contact'), 'main');
  expect(wordsOf(main, 'dt')).toEqual([
    'General enquiries',
    'Support',
    'Phone',
    'Business hours',
    'Office address',
    'Grievance officer',
  ]);
  expect(wordsOf(main, 'h2')).toEqual(['Write to us', 'Follow us']);
  expect(words(main)).toContain('Monday to Saturday, 9:00 AM to 6:00 PM');
  for (const name of ['team', 'support', 'grievance']) {
    const address = `${name}@admitcircle.example`;
    expect(hrefsOf(main, address)).toEqual([`mailto:${address}`]);
  }
  expect(one(main, 'a[href^="tel:"]').getAttribute('href')).toMatch(/^tel:\+91\d+$/);
  for (const name of ['YouTube', 'Instagram', 'LinkedIn', 'Facebook']) {
    const link = oneNamed(main, 'a', name);
    expect(link.getAttribute('target'), name).toBe('_blank');
  }
});

test('§4.7 the payment page shows the UPI address as a QR code, and links to /buy for buyers who need a receipt', () => {
  const main = one(builtPage('/pay'), 'main');
  const address = words(one(main, 'figure strong'));
  expect(address).toMatch(/^[\w.-]+@\w+$/);
  const { modules } = QRCode.create(
    `upi://pay?pa=${address}&pn=AdmitCircle%20Alumni%20Initiative&cu=INR`,
  );
  const code = oneNamed(main, 'svg', 'QR code with our UPI payment address');
  const path = one(code, 'path').getAttribute('d') ?? '';
  const dots = [...path.matchAll(/M(\d+) (\d+)h/g)];
  const dark = dots.map(([, x, y]) => Number(y) * modules.size + Number(x));
  expect(dark).toEqual([...modules.data].flatMap((isDark, index) => (isDark ? [index] : [])));
  expect(hrefsOf(main, 'Buy a pack with a receipt')).toEqual(['/buy']);
});

test('the sign-up links to the login, the terms and the privacy policy', () => {
  const main = one(builtPage('/signup'), 'main');
  expect(words(main)).toContain('It costs you nothing.');
  expect(hrefsOf(main, 'Log in')).toEqual(['/login']);
  expect(hrefsOf(main, 'Terms and Condition')).toEqual(['/termsandcondition']);
  expect(hrefsOf(main, 'Privacy Policy')).toEqual(['/privacypolicy']);
});

test('§3.1 the home page’s sections are in the specified order', () => {
  expect(wordsOf(one(builtPage('/'), 'main'), 'h2')).toEqual([
    'Benefits for Members',
    'Why you should trust us',
    'How we save you money',
    'Hear it from people who have been there',
    'FAQs',
    'See what your friends at top B-school says',
  ]);
});

test('§3.2 §3.3 §3.4 the hero section shows its claim, its figures and its button', () => {
  const main = one(builtPage('/'), 'main');
  expect(words(main)).toContain('Lenders are made to compete');
  expect(wordsOf(main, 'p, span, strong, small')).toContain('an alumni initiative');
  const figures = ['740+ students', 'up to 4% for members', '695+ mock bookings'];
  expect(wordsOf(main, 'dt')).toEqual(figures);
  expect(hrefsOf(main, 'mock bookings')).toEqual(['/buy']);
  expect(named(main, 'a', "Join Us-it's free")).toHaveLength(2);
  expect(hrefsOf(main, "Join Us-it's free")).toEqual([memberPages.main]);
});

test('§3.5 the five benefits are numbered, and the first three show their specified pictures', () => {
  const benefits = region(builtPage('/'), 'Benefits for Members');
  expect(wordsOf(benefits, 'ol > li h3')).toEqual([
    'No Charges',
    'Best Interest Rate in India (Guaranteed)',
    'Free Access to Student Community',
    'Value Learning',
    'Rate Match Guarantee',
  ]);
  expect(words(one(benefits, 'ol > li'))).toContain(
    'no obligation, no credit verification, no push',
  );
  expect(hrefsOf(benefits, 'The guarantee is our rate match in point 5')).toEqual(['#rate-match']);
  expect(one(benefits, '#rate-match').textContent).toContain('Rate Match Guarantee');
  const pictures = [...benefits.querySelectorAll<HTMLImageElement>('ol > li img')];
  const images = pictures.slice(0, 3).map(({ dataset }) => dataset['homeImage']);
  expect(images).toEqual(['benefits_1', 'benefits_2', 'benefits_3']);
  expect(pictures).toHaveLength(5);
  for (const picture of pictures.slice(3)) {
    expect(picture.getAttribute('src')).toMatch(/^\/_astro\//);
  }
  expect(words(benefits).match(/How this works\./g)).toHaveLength(4);
});

test('§3.11 §3.12 the sections about trust and saving show their pictures, button and cards', () => {
  const page = builtPage('/');
  const trust = region(page, 'Why you should trust us');
  expect(one(trust, 'img').dataset['homeImage']).toBe('trustus_1');
  expect(hrefsOf(trust, "Join Us-it's free")).toEqual([memberPages.main]);
  const saving = region(page, 'How we save you money');
  expect(one(saving, 'img').dataset['homeImage']).toBe('moneysave_1');
  expect(wordsOf(saving, 'li :is(h2, h3, h4)')).toEqual([
    'Uniting the strength of group members',
    'Lenders wanting group business',
  ]);
});

test.each(['/', '/buy'])(
  '§3.20 each story on %s has a card with a portrait, a name, a quote and a profile',
  (path) => {
    const section = one(builtPage(path), '#testimonials');
    expect(wordsOf(section, 'li h3')).toEqual(storiesOn(path).map(({ name }) => name));
    for (const { name, linkedIn, sample } of storiesOn(path)) {
      const card = oneNamed(section, 'h3', name).closest('li') ?? section;
      expect(one(card, 'img').getAttribute('src')).toMatch(/^\/_astro\//);
      expect(words(card).includes('Sample story')).toBe(sample);
      const profile = oneNamed(card, 'a', `${name} on LinkedIn`);
      expect(profile.getAttribute('href')).toBe(linkedIn);
      expect(words(profile)).toMatch(sample ? /a sample/ : /LinkedIn/);
      expect(words(one(card, 'blockquote'))).toMatch(/\S{2,}( \S+){20,}/);
    }
  },
);

test('§4.1 the sections of /buy are in the specified order', () => {
  const main = one(builtPage('/buy'), 'main');
  expect(wordsOf(main, 'h2')).toEqual([
    'Who is this for',
    "What you'll get",
    'Other benefits',
    'Choose your pack',
    'How 100% Refund Works',
    'About us',
    'From people who practised with us',
  ]);
  const ratings = one(main, 'section[aria-label="Ratings and sessions so far"]');
  expect(wordsOf(ratings, 'dt')).toEqual(['4.5/5 average rating', '350+ sessions']);
});

test('§4.19 the sample feedback sheet says that it is a sample, and puts each score into words', () => {
  const sheet = oneNamed(builtPage('/buy'), 'figure', 'A sample feedback sheet');
  expect(wordsOf(sheet, 'figcaption')).toEqual(['This is a sample. It describes no real person.']);
  expect(wordsOf(sheet, 'dt, dd')).toEqual([
    ...['Content', '4 of 5, good', 'Structure', '2 of 5, needs work'],
    ...['Communication', '4 of 5, good', 'Presence', '3 of 5, getting there'],
  ]);
  expect(wordsOf(sheet, 'h4')).toEqual(['What went well', 'What to work on', 'One exercise']);
});

test('/buy lists the contents of a pack', () => {
  const page = builtPage('/buy');
  expect(wordsOf(region(page, "What you'll get"), 'li h3')).toEqual([
    'Feedback from IIM alumni',
    'One-to-one mentorship',
    'Profile and CV building',
    'WAT preparation',
    'Transcripts of earlier interviews',
    'Mock GD with future batchmates',
  ]);
  const benefits = region(page, 'Other benefits');
  expect(words(benefits)).toContain('For the first 1000 students only.');
  expect(hrefsOf(benefits, 'Refund Policy')).toEqual(['/refundpolicy']);
  expect(
    wordsOf(page.body, 'main a.for-visitors'),
    '§4.18 members are not offered the free interview',
  ).toEqual(['Free interview for the first 1000 students', 'Get my free interview']);
  expect(wordsOf(page.body, 'main .for-members')).toEqual([
    'Your sessions',
    'Your dashboard',
    'Your sessions',
  ]);
  for (const ticket of benefits.querySelectorAll('li')) {
    expect(ticket.querySelectorAll('a:not(.for-members)'), 'each benefit has a link').toHaveLength(
      1,
    );
  }
  expect(region(page, 'Who is this for').querySelectorAll('li')).toHaveLength(4);
});

test('§4.13 §4.18 above the packs, /buy leads members to their sessions, and tells visitors to enter their email', () => {
  const packs = builtPage('/buy').body.querySelector('#packs');
  if (!packs) throw new Error('/buy has no packs.');
  expect(packs.querySelector('.for-members')?.innerHTML).toContain('href="/dashboard/sessions"');
  expect(wordsOf(packs, '.for-visitors')).toContain(
    'Enter your email when you pay: your receipt and a link to your pack go there.',
  );
});

test.each(packs)(
  '§4.2 $name shows its price, the price per session, the crossed-out list price, its contents and the true saving',
  (pack) => {
    const page = builtPage('/buy');
    const heading = oneNamed(page, 'h3', pack.name);
    const card = heading.closest('li');
    if (!card) throw new Error(`${pack.name} has no card.`);
    expect(words(card)).toContain(`Price ${formatRupees(pack.price)}`);
    expect(wordsOf(card, 's')).toEqual([`List price ${formatRupees(pack.listPrice)}`]);
    expect(words(card)).toContain(`${formatRupees(sessionPrice(pack))} a session`);
    expect(words(card)).toContain(packContents(pack));
    const { rupees, percent } = packSaving(pack);
    expect(words(card)).toContain(`You save ${formatRupees(rupees)}, ${percent}% off`);
    expect(named(card, 'button', 'Buy Now')).toHaveLength(1);
    expect(words(page.body)).not.toContain('Save 40%');
  },
);

test('§4.3 the refund is explained in three steps, with its time limit', () => {
  const refund = region(builtPage('/buy'), 'How 100% Refund Works');
  expect(wordsOf(refund, 'h3')).toEqual(['Enrol', 'Sit the mock', 'Get the refund']);
  expect(words(refund)).toContain('Ask within 3 weeks of purchase');
  expect(hrefsOf(refund, 'Read the Refund Policy')).toEqual(['/refundpolicy']);
});
