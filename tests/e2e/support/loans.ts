import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { courseStartMonths, requestLimits } from '../../../src/domain/loans/loan-request.ts';
import { callDatabase, type MemberOfSite } from './members.ts';
import { proveAddress } from './proofs.ts';
import { editor } from './sessions.ts';

export const loanPath = '/dashboard/loan';

const lakh = 1_00_000_00;

/**
 * The month in which a course starts, some months from now. Members of all tests who start in one year are
 * one group and see the same offers, so each test looks at lenders of its own.
 */
export function startsIn(months: number): string {
  const month = courseStartMonths(Date.now())[requestLimits.courseStarts.before + months];
  if (!month) throw new Error(`No course starts in ${months} months.`);
  return month;
}

/** The group of a course. */
export const yearOf = (month: string) => Number(month.slice(0, 4));

/** An offer of a lender of its own, by whose name a test finds it. */
export type TestOffer = { id: string; lender: string; lenderId: number };

type OfferChanges = {
  rate?: number;
  least?: number;
  most?: number;
  feePercent?: number;
  isSample?: boolean;
};

const made = v.tuple([v.object({ id: v.string(), lender_id: v.number() })]);

/** Lenders created by this worker that still have open offers. */
const lenders: number[] = [];

/** Ends the lenders of the last test, because every member of a group sees the offers of all tests. */
export async function endLenders(): Promise<void> {
  const ended = lenders.splice(0);
  if (ended.length === 0) return;
  await editor('update private.lenders set active = false where id = any ($1::integer[])', ended);
}

/** Enters a lender with an offer to the group of a year, as the operator does. Amounts are in lakh. */
export async function addOffer(
  year: number,
  { rate = 10.5, least = 5, most = 40, feePercent = 1, isSample = false }: OfferChanges = {},
): Promise<TestOffer> {
  const lender = `Lender ${crypto.randomUUID().slice(0, 8)}`;
  const [{ id, lender_id: lenderId }] = v.parse(
    made,
    await editor(
      `with lender as (
        select operations.add_lender(
          $1::text, 'https://lender.example.com', 11.75, $8::text, $7::boolean
        ) as id
      )
      select lender.id as lender_id, operations.add_offer(
        lender.id, $2::integer, $3::numeric, 'floating', $4::bigint, $5::bigint, 60, 144,
        penal_charges => '2 % a year on what is late',
        security => 'A parent signs as co-applicant',
        valid_until => (now() at time zone 'Asia/Kolkata')::date + 30,
        key_facts_url => 'https://lender.example.com/facts.pdf',
        fee_percent => $6::numeric,
        other_charges => 'Stamp duty of your state'
      ) as id
      from lender`,
      lender,
      year,
      rate,
      least * lakh,
      most * lakh,
      feePercent,
      isSample,
      `${lender.replace(' ', '.').toLowerCase()}@example.com`,
    ),
  );
  lenders.push(lenderId);
  return { id, lender, lenderId };
}

/** Joins the group for a member who has proven the address, for tests that are not about the form. */
export async function joinGroup(
  member: MemberOfSite,
  starts: string,
  { amount = 20, proven = true } = {},
): Promise<void> {
  if (proven) await proveAddress(member);
  await callDatabase(member, 'join_loan_group', {
    p_institute: 'IIM Indore',
    p_programme: 'PGP',
    p_stage: 'converted',
    p_course_starts: starts,
    p_course_months: 24,
    p_amount: amount * lakh,
    p_term_months: 120,
    p_co_applicant: 'parent',
    p_city: 'Pune',
    p_consent_version: 1,
  });
}

const chosen = v.object({ choice: v.object({ id: v.string() }) });

/** Chooses an offer for a member; resolves to the choice. */
export async function chooseFor(member: MemberOfSite, { id }: TestOffer): Promise<string> {
  // The page marks an offer as shown before it can be chosen.
  await callDatabase(member, 'my_loan', {});
  const body = { p_offer: id, p_consent_version: 1 };
  return v.parse(chosen, await callDatabase(member, 'choose_offer', body)).choice.id;
}

const ids = v.tuple([v.object({ id: v.string() })]);

/** The newest choice of a member. */
export async function choiceOf(memberId: string): Promise<string> {
  const [{ id }] = v.parse(
    ids,
    await editor(
      'select id from private.loan_choices where member_id = $1::uuid order by chosen_at desc limit 1',
      memberId,
    ),
  );
  return id;
}

/** The card of an offer that can be chosen. */
export const offerCard = (page: Page, { lender }: TestOffer) =>
  page.locator('.offers > li').filter({ has: page.getByRole('heading', { name: lender }) });

/** The chosen offer. */
export const yourChoice = (page: Page) => page.locator('.loan-choice');

/** A state of the chosen offer, with its date. */
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
