import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { navigation } from '../../src/content/navigation.ts';
import { parseMarkdown } from '../../src/prerender/parse-files.ts';
import { parseSite } from '../../src/prerender/environment.ts';
import { policyIds, routes } from '../../src/content/routes.ts';
import { policySchema } from '../../src/prerender/schemas.ts';
import { fillTokens } from '../../src/prerender/tokens.ts';

const env = { PUBLIC_CITY: 'Pune', PUBLIC_GRIEVANCE_NAME: 'Asha Rao' };
const tokens = parseSite(env);

function readPolicy(route: (typeof policyIds)[number]) {
  const file = new URL(`../../src/content/policies/${route}.md`, import.meta.url);
  const text = fillTokens(readFileSync(file, 'utf8'), tokens, route);
  const { fields, body } = parseMarkdown(text, route);
  return { ...policySchema.parse(fields), body };
}

const privacy = readPolicy('privacypolicy');
const refund = readPolicy('refundpolicy');
const cancellation = readPolicy('cancellationpolicy');
const terms = readPolicy('termsandcondition');
const all = { privacy, refund, cancellation, terms };

test('the policies’ titles match the footer’s links in §2.34', () => {
  const titles = Object.values(all).map(({ title }) => title);
  const links = navigation.footer.quickLinks.items.slice(3, 7);
  expect(links.map(({ label }) => label)).toEqual(titles);
  expect(links.map(({ href }) => href)).toEqual(policyIds.slice(0, 4).map((route) => `/${route}`));
});

test.each(policyIds)('%s begins with a box of up to five lines', (route) => {
  const [box = ''] = readPolicy(route).body.split('</div>');
  expect(box).toMatch(/^\n<div class="notice notice-calm">\n\n## In short\n/);
  expect(box.match(/^- /gm)?.length).toBeOneOf([3, 4, 5]);
});

test.each([
  ['refund', refund],
  ['cancellation', cancellation],
  ['terms', terms],
])('§9.18 the %s text allows 3 weeks to ask, 3 to decide and 3 to pay', (_name, { body }) => {
  expect(body).toMatch(/within 3 weeks of purchase/);
  expect(body).toMatch(/decision.{0,20}within 3 weeks of (the|your) request/s);
  expect(body).toMatch(/to the original payment method within 3 weeks of the decision/);
});

test('§14.21 the 3 weeks from the purchase do not limit the refund for an IIM offer', () => {
  expect(refund.body).toMatch(/3 weeks from purchase is for the ordinary refund only/);
  expect(refund.body).toMatch(/send us the offer within 3 weeks of the day it was issued/);
  expect(terms.body).toMatch(/does not apply to the 100% refund on an IIM offer/);
  expect(terms.body).toMatch(/start on the day the offer was issued/);
  expect(cancellation.body).toMatch(
    /After 3 weeks you can no longer cancel.*you can still ask for the 100% refund on an IIM offer/,
  );
});

test('§9.10 every policy that names an age says at least 18', () => {
  expect(terms.body).toMatch(/must be at least 18 years old/);
  expect(privacy.body).toMatch(/at least 18/);
  const ages = Object.values(all).flatMap(({ body }) => [
    ...body.matchAll(/at least (\d+)\b(?! (?:hours|days))/g),
  ]);
  expect(new Set(ages.map(([, age]) => age))).toEqual(new Set(['18']));
});

test('the privacy policy promises the same log periods as docs/hosting.md', () => {
  const kept = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8');
  expect(privacy.body).toMatch(
    /\| The DPDP Rules +\| log of sign-ups, logins and changes .*\| one year +\|/,
  );
  expect(kept).toMatch(/\| sign-ups, logins, .*\| one year; the `retention` job deletes them/);
  expect(privacy.body).toMatch(/in our hosts' logs +\| 7 days +\|/);
  for (const host of ['Netlify', 'Supabase']) {
    expect(kept).toMatch(new RegExp(`\\| requests to .*\\| ${host} +\\| 7 days on the Pro plan`));
  }
});

test('the terms say how to claim the offers on the pages', () => {
  expect(terms.body).toMatch(/first 1000 students.*Ask on your dashboard/s);
  expect(terms.body).toMatch(/Extra discount for members.*Write to/s);
  expect(terms.body).toMatch(/Best Interest Rate in India \(Guaranteed\)/);
  expect(terms.body).toMatch(/Up to 4% for members/);
});

const known = new Set(Object.keys(routes));

test.each(Object.entries(all))(
  '§13.6 the %s text is complete: only 3-week periods, the grievance officer, working links and no filler',
  (_name, { body }) => {
    const counts = [...body.matchAll(/(\w+) weeks?\b/g)].map(([, count]) => count);
    expect(counts.filter((count) => count !== '3' && count !== 'the')).toEqual([]);
    for (const words of ['Asha Rao', '](tel:+91', '48 hours', 'one month']) {
      expect(body).toContain(words);
    }
    const links = [...body.matchAll(/\]\((\/[^)]*)\)/g)].map(([, href]) => href);
    expect(links.filter((href) => href === undefined || !known.has(href))).toEqual([]);
    expect(body.split(/\s+/).length).toBeGreaterThan(600);
    expect(body).not.toMatch(/lorem|ipsum|todo|tbd|xxx|\[your|placeholder/i);
  },
);

test('the privacy policy gives the notice that the DPDP Act requires', () => {
  for (const word of [
    ...['Digital Personal Data Protection Act, 2023', 'Data Protection Board of India'],
    ...['Digital Personal Data Protection Rules, 2025', 'Razorpay', 'Netlify', 'Supabase'],
    ...[
      'login token',
      'isLoggedIn',
      'no advertising or tracking cookies',
      'Do Not Track',
      'Correct',
    ],
    ...['Erase', 'Withdraw your consent', 'how long we keep it', 'Children', '72 hours'],
  ]) {
    expect(privacy.body).toContain(word);
  }
});

test('the terms name the law, the courts and the details that the e-commerce rules require', () => {
  expect(terms.body).toContain('The courts of Pune');
  expect(terms.body).toContain('Consumer Protection (E-Commerce) Rules, 2020');
  for (const token of ['legalName', 'address', 'url', 'supportEmail', 'phone'] as const) {
    expect(terms.body).toContain(tokens[token]);
  }
});

test('§15.32 the terms and the privacy policy describe the free interview as the screens do', () => {
  expect(terms.body).toMatch(/within 60 days, it passes to the next student/);
  expect(terms.body).toMatch(/each email that you have verified and each phone number/);
  expect(privacy.body).toMatch(/free mock interview +\| fingerprints of your email, its domain/);
  for (const { body } of Object.values(all)) expect(body).not.toMatch(/confirm your address/);
});

test('§15.24 §15.26 the terms say who shares a pack, and how often a buyer can name a second person', () => {
  expect(terms.body).toMatch(/names the second person by email/);
  expect(terms.body).toMatch(/can name someone else, three people in all/);
});

test('§17.60 §17.69 §17.70 the policies say how to ask for a refund on the dashboard', () => {
  expect(refund.body).toMatch(
    /Select "Ask for a refund" on the pack on your \[dashboard\]\(\/dashboard\/refunds\)/,
  );
  expect(refund.body).toMatch(
    /decide\*\* within 3 weeks\.[^]*refund you\*\* within 3 weeks of the decision/,
  );
  expect(refund.body).toMatch(/withdraw the request until we have decided/);
  expect(refund.body).toMatch(/without an account\?\*\* Sign up through the link in your receipt/);
  expect(refund.body).toMatch(/confirm\*\* your request by email right away/);
  expect(cancellation.body).toMatch(
    /Select "Ask for a refund" on the pack on your dashboard. You get .* an email right away/,
  );
});

test('§16.22 §16.25 §16.61 §16.62 the policies describe the loan group as its page does', () => {
  expect(cancellation.body).toMatch(/Select "Leave the group" under "Loan" on your dashboard/);
  expect(cancellation.body).toMatch(/we tell a lender that already has your details to stop/);
  expect(terms.body).toMatch(/only when you choose its offer.*no other lender gets them/);
  expect(terms.body).toMatch(/show the total you would pay.*What we earn plays no part/);
  expect(terms.body).toMatch(/rate and charges to our partner lenders, without your name/);
  expect(privacy.body).toMatch(/\| Your loan group, offers, .*\| one year after the latest of/);
  expect(privacy.body).toMatch(/the other lender's written offer +\| 30 days after our/);
  expect(privacy.body).toMatch(/your course's start, if your request was open/);
  expect(privacy.body).toMatch(/stop using them, but not one that has paid out your loan/);
  expect(privacy.body).toMatch(/never of fewer than five people/);
  expect(privacy.body).toMatch(/your draft loan request, until you send it/);
});

test('§18.33 §18.40 §18.47 §18.80 the policies name everything that members can do in the settings', () => {
  for (const words of [
    /"Download my data" under "Settings"/,
    /"Close my account" under "Settings" does so right away/,
    /"Settings" lists everything you agreed to/,
    /the link we send to your new address and, if your current one is verified, the link we send there/,
    /which version of our terms you accepted and when/,
    /A last email tells you that your account is closed; your address is erased with it/,
  ]) {
    expect(privacy.body).toMatch(words);
  }
  expect(cancellation.body).toMatch(/Select "Close my account" under "Settings" on your dashboard/);
  expect(cancellation.body).toMatch(/A refund that is already under way is completed/);
  expect(terms.body).toMatch(/close the account at any time, under "Settings"/);
});
