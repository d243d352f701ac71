/** Compares the copy that docs/product fixes with the rules themselves; all other copy is free. */
import { expect, test } from 'vitest';
import { account } from '../../src/content/account.ts';
import { buy } from '../../src/content/buy.ts';
import { imageNames } from '../../src/content/copy.ts';
import { dashboard } from '../../src/content/dashboard.ts';
import { emi } from '../../src/content/emi.ts';
import { home } from '../../src/content/home.ts';
import { mainLinks, navigation } from '../../src/content/navigation.ts';
import { notFound } from '../../src/content/not-found.ts';
import { payment } from '../../src/content/payment.ts';
import { packContents, packs } from '../../src/domain/packs/packs.ts';
import { formatRupees } from '../../src/domain/words/money.ts';
import { requestFields, requestLabels } from '../../src/domain/loans/loan-request.ts';
import { figureInputs, interestChoices } from '../../src/features/emi/figures.ts';
import { parseSite } from '../../src/prerender/environment.ts';
import { readProduct } from '../coverage/references.ts';

const product = readProduct();

/** The list items or table rows of these rules, such as '§3.3' or '§3.6 §3.7'. */
function textsOf(rules: string): string[] {
  return rules.split(' ').map((rule) => {
    const number = RegExp.escape(rule.slice(1));
    const [text] =
      new RegExp(String.raw`^(?:- |\| )\*\*${number}\*\*.*(?:\n  .*)*`, 'm').exec(product) ?? [];
    if (text === undefined) throw new Error(`docs/product has no rule ${rule}.`);
    return text.replaceAll(/\n\s+/g, ' ');
  });
}

/** The quotations in the rules, in order. An apostrophe inside a word does not end a quotation. */
function quotedIn(rules: string): string[] {
  return textsOf(rules).flatMap((text) =>
    [...text.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, quoted = '']) => quoted),
  );
}

/** Paths and names that the rules give as code, in order. */
function codeIn(rules: string): string[] {
  return textsOf(rules).flatMap((text) =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  );
}

const podcasts = 'https://podcasts.example.org';
const titles = (points: readonly { title: string }[]) => points.map(({ title }) => title);
const labels = (links: readonly { label: string }[]) => links.map(({ label }) => label);
const labelOf = (name: (typeof requestFields)[number]) => requestLabels[name];
const headings = (...sections: { heading: string }[]) => sections.map(({ heading }) => heading);
const { footer, sidebar, signedOut } = navigation;
const { orders, loan } = dashboard.main;
const { login, signUp } = account;
const [ratings, sessions] = buy.hero.figures;

test.each<[rules: string, copy: unknown[]]>([
  ['§2.14 §2.15', [dashboard.profile.heading, dashboard.settings.heading]],
  ['§2.22 §2.23 §2.24 §2.25 §2.26', labels(mainLinks(podcasts))],
  ['§2.28', labels([signedOut.signUp, signedOut.logIn])],
  ['§2.34', [footer.quickLinks.heading, ...labels(footer.quickLinks.items)]],
  ['§2.36', [orders.heading, loan.title, loan.action.label, dashboard.main.packs.more]],
  ['§2.37', [...labels(sidebar.items), sidebar.logout]],
  ['§2.39', [dashboard.marketing.banner.title, dashboard.marketing.banner.action.label]],
  ['§2.40', [notFound.heading, notFound.back.label]],
  ['§3.3', [home.hero.action.label, home.hero.caption]],
  ['§3.5 §3.6 §3.7 §3.8 §3.9 §3.10', [home.benefits.heading, ...titles(home.benefits.items)]],
  ['§3.11', [home.trust.heading]],
  ['§3.12', [home.saving.heading, ...titles(home.saving.cards)]],
  ['§3.20', [home.testimonials.heading]],
  ['§4.1', headings(buy.audience, buy.contents, buy.otherBenefits, buy.refund, buy.about)],
  ['§4.4', [payment.success.heading, payment.success.thanks, payment.success.dashboard.label]],
  ['§4.9', [parseSite({}).businessHours]],
  ['§5.9', [signUp.heading, signUp.subheading]],
  ['§4.15', [signUp.fromPurchase]],
  // The form itself holds the link for a forgotten password.
  ['§5.14', [login.heading, expect.any(String), login.signUp.action.label]],
  ['§16.1', [dashboard.loan.heading, loan.action.label, 'Loan', 'Sessions']],
  ['§16.2 §16.3 §16.4 §16.5 §16.6 §16.7 §16.8 §16.9 §16.10', requestFields.map(labelOf)],
  ['§16.29', [emi.heading]],
  ['§16.30 §16.31 §16.32 §16.33 §16.34', Object.values(figureInputs).map(({ label }) => label)],
  ['§16.35', ['Interest during study and grace', ...labels(interestChoices)]],
])('the copy matches the quotations in %s', (rules, copy) => {
  expect(copy, `change docs/product ${rules} and the copy together`).toEqual(quotedIn(rules));
});

test('the packs match the table in chapter 9', () => {
  const rows = [...product.matchAll(/^\| \*\*9\.\d+\*\* +\|(.*)\|$/gm)];
  expect(rows.map(([, cells = '']) => cells.split('|').map((cell) => cell.trim()))).toEqual(
    packs.map((pack) => [
      `'${pack.name}'`,
      formatRupees(pack.price),
      String(pack.listPrice),
      packContents(pack),
      pack.labels.map((label) => `'${label}'`).join(' and ') || '–',
    ]),
  );
});

test.each<[rules: string, phrase: string]>([
  ['§2.39', dashboard.marketing.services.map(({ servicename }) => servicename).join(', ')],
  ['§3.4', home.hero.figures.map(({ value, label }) => `${value} ${label}`).join(', ')],
  ['§4.1', `${ratings.value} and ${sessions.value} ${sessions.label}`],
])('the names and figures match %s', (rules, phrase) => {
  expect(textsOf(rules).join()).toContain(phrase);
});

test.each<[rules: string, target: string[]]>([
  ['§2.24', [mainLinks(podcasts).find(({ label }) => label === 'GDPI')?.href ?? 'no such link']],
  ['§2.39', [dashboard.marketing.banner.action.href]],
  ['§3.3', [home.hero.action.href]],
  ['§3.11', [home.trust.imagename, home.trust.action.href]],
  ['§3.12', [home.saving.imagename, home.saving.calculator.href]],
  ['§5.9', [signUp.login.action.href, signUp.terms.terms.href, signUp.terms.privacy.href]],
  ['§5.14', [login.signUp.action.href]],
  ['§5.17', [login.imagename]],
  ['§14.4', [home.video.id]],
])('links, pictures and ids match %s', (rules, targets) => {
  expect(codeIn(rules)).toEqual(expect.arrayContaining(targets));
});

test('the benefits show the pictures of §3.6 to §3.10', () => {
  const { items } = home.benefits;
  const pictures = items.flatMap((item) => ('imagename' in item ? [item.imagename] : []));
  expect(pictures).toEqual(codeIn('§3.6 §3.7 §3.8 §3.9 §3.10'));
});

test('the names of the pictures match §10.4', () => {
  expect(imageNames).toEqual(codeIn('§10.4'));
});

test('§2.25 only Podcasts opens in a new tab, and it leads to the external channel', () => {
  expect(mainLinks(podcasts).filter(({ newTab }) => newTab)).toEqual([
    { label: 'Podcasts', href: podcasts, newTab: true },
  ]);
});

test('§14.3 About Us and How We Started link to the trust section', () => {
  const links = [...mainLinks(podcasts), ...footer.quickLinks.items];
  const about = links.filter(({ label }) => ['About Us', 'How We Started'].includes(label));
  const hrefs = about.map(({ href }) => href);
  expect(hrefs).toEqual([`/#${home.trust.id}`, `/#${home.trust.id}`]);
});

test('§2.27 links to sections point to sections of the home page', () => {
  const sections = Object.values(home);
  const ids = sections.flatMap((section) => ('id' in section ? [`/#${section.id}`] : []));
  const anchors = [...mainLinks(podcasts), ...footer.quickLinks.items]
    .map(({ href }) => href)
    .filter((href) => href.startsWith('/#'));
  expect(ids).toEqual(expect.arrayContaining(anchors));
  expect(new Set(ids).size).toBe(ids.length);
});

test('§9.4 the copy does not contain prices, because packs and prices are defined in the domain', () => {
  const prices = packs.flatMap(({ price, listPrice }) => [price, listPrice]).join('|');
  const price = new RegExp(String.raw`Rs\.? ?\d|₹|\b(${prices})\b`);
  expect(JSON.stringify([home, buy, dashboard])).not.toMatch(price);
});
