import { expect, type Page } from 'playwright/test';
import { courseStartMonths } from '../../../src/domain/loans/loan-request.ts';
import { lakh, loansOn } from '../../samples/loans.ts';
import type { MemberOfSite } from './members.ts';
import { editor, here } from './stack.ts';

export const loanPath = '/dashboard/loan';

export const samples = loansOn(here);

/**
 * The month of a course’s start, some months from now. Members from all tests who start in one year are
 * in one group and see the same offers, so each test looks only at its own lenders.
 */
export function startsIn(months: number): string {
  const month = courseStartMonths(Date.now()).coming[months];
  if (!month) throw new Error(`No course starts in ${months} months.`);
  return month;
}

export const yearOf = (month: string) => Number(month.slice(0, 4));

/** An offer from a unique lender, by whose name a test finds the offer. */
export type TestOffer = { id: string; lender: string; lenderId: number };

type OfferChanges = {
  rate?: number;
  least?: number;
  most?: number;
  feePercent?: number;
  isSample?: boolean;
  interest?: 'paid' | 'added';
};

/** This worker’s lenders that still make offers. */
const lenders: number[] = [];

/** Ends the last test’s lenders, because every member of a group sees the offers of all tests. */
export async function endLenders(): Promise<void> {
  const ended = lenders.splice(0);
  if (ended.length === 0) return;
  await editor('update private.lenders set active = false where id = any ($1::integer[])', ended);
}

/** A unique lender, by whose name a test finds its offers. */
async function newLender(isSample = false) {
  const lender = `Lender ${crypto.randomUUID().slice(0, 8)}`;
  const email = `${lender.replace(' ', '.').toLowerCase()}@example.com`;
  const lenderId = await samples.newLender({ name: lender, email, rate: 11.75, isSample });
  lenders.push(lenderId);
  return { lender, lenderId };
}

/** Adds a lender with an offer for a year’s group, as an operator does. Amounts are in lakh. */
export async function addOffer(
  year: number,
  {
    rate = 10.5,
    least = 5,
    most = 40,
    feePercent = 1,
    isSample = false,
    interest = 'added',
  }: OfferChanges = {},
): Promise<TestOffer> {
  const lender = await newLender(isSample);
  const id = await samples.newOffer({
    lender: lender.lenderId,
    intake_year: year,
    rate,
    least_amount: least * lakh,
    most_amount: most * lakh,
    least_months: 60,
    most_months: 144,
    security: 'A parent signs as co-applicant',
    fee_percent: feePercent,
    interest,
    other_charges: 'Stamp duty of your state',
  });
  return { id, ...lender };
}

/** Joins the group for a member with a verified address, for tests that are not about the form. */
export async function joinGroup(
  { id }: MemberOfSite,
  starts: string,
  { amount = 20, proven = true } = {},
): Promise<void> {
  if (proven) await samples.proveAddress(id);
  await samples.join(id, {
    p_institute: 'IIM Indore',
    p_course_starts: starts,
    p_course_months: 24,
    p_amount: amount * lakh,
  });
}

/** Chooses an offer for a member; resolves to the choice. */
export const chooseFor = (member: MemberOfSite, { id }: TestOffer) =>
  samples.chooseShown(member.id, id);

export const choiceOf = (member: string) =>
  samples.one<string>(
    'select id from private.loan_choices where member_id = $1 order by chosen_at desc limit 1',
    [member],
  );

/** The card of an offer that can be chosen. */
export const offerCard = (page: Page, { lender }: TestOffer) =>
  page.locator('.loan-offer').filter({ has: page.getByRole('heading', { name: lender }) });

export const yourChoice = (page: Page) => page.locator('.loan-choice');

export const stepOf = (page: Page, name: string) =>
  yourChoice(page).getByRole('listitem').filter({ hasText: name });

/** Chooses an offer on the page, with consent to its lender. */
export async function chooseOnPage(page: Page, offer: TestOffer): Promise<void> {
  await offerCard(page, offer).getByRole('button', { name: 'Choose this offer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Choose this offer' }).click();
  await expect(yourChoice(page)).toContainText(offer.lender);
}

/** Fills in the request without sending it. */
export async function fillRequest(page: Page, starts: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Your request' });
  await form.getByLabel('Institute').fill('IIM Indore');
  await form.getByLabel('Programme').fill('PGP');
  await form.getByRole('radio', { name: 'Converted' }).check();
  await form.getByLabel('Course starts').selectOption(starts);
  await form.getByLabel('Course length').fill('2 years');
  await form.getByLabel('Loan amount').fill('20 lakh');
  await form.getByLabel('Term').fill('10');
  await form.getByLabel('Co-applicant').selectOption('A parent');
  await form.getByLabel('City').fill('Pune');
}
