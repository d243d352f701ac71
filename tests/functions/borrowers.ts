import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { inject } from 'vitest';
import { sqlEditor } from '../../local/backend/sql-editor.ts';
import { callAs, proveAddress, type Member } from './sessions.ts';

const { backendUrl, keys } = inject('stack');
export const sql = sqlEditor(backendUrl, keys.secretKey);

const loan = v.object({
  consent_texts: v.object({
    group: v.object({ version: v.number() }),
    lender: v.object({ version: v.number() }),
  }),
  request: v.nullable(v.object({ id: v.string() })),
  choice: v.nullable(v.object({ id: v.string(), state: v.string() })),
  rate_matches: v.array(
    v.object({
      id: v.string(),
      lender: v.string(),
      rate: v.number(),
      charges: v.number(),
      valid_until: v.string(),
      state: v.string(),
      file: v.nullable(v.object({ id: v.string(), type: v.string(), size: v.number() })),
    }),
  ),
  past_choices: v.array(v.object({ id: v.string(), state: v.string() })),
});

/** What the loan page of a member asks. */
export async function loanOf(member: Member): Promise<v.InferOutput<typeof loan>> {
  return v.parse(loan, await callAs(member, 'my_loan', {}));
}

/** Proves a member's address, and joins the group of an intake year. */
export async function joinGroup(member: Member, year: number): Promise<void> {
  await proveAddress(member.id);
  await callAs(member, 'join_loan_group', {
    p_institute: 'IIM Bangalore',
    p_programme: 'MBA',
    p_stage: 'converted',
    p_course_starts: `${year}-06-01`,
    p_course_months: 24,
    p_amount: 2_000_000_00,
    p_term_months: 120,
    p_co_applicant: 'parent',
    p_city: 'Pune',
    p_consent_version: (await loanOf(member)).consent_texts.group.version,
  });
}

/** The year after this one, whose June is less than 24 months away. */
export const nextYear = new Date().getUTCFullYear() + 1;

/** Enters an offer of a new lender for an intake year, as the operator does. Resolves to its id. */
export async function newOffer(year: number): Promise<string> {
  const [made] = await sql(
    `select operations.add_offer(
      operations.add_lender($1, 'https://lender.example.com', 11.5),
      $2::integer, 9.75, 'floating', 10000000, 1000000000, 12, 180,
      penal_charges => '2 % a year', security => 'None', valid_until => current_date + 30,
      key_facts_url => 'https://lender.example.com/facts.pdf'
    ) as id`,
    `Lender ${randomUUID()}`,
    year,
  );
  return v.parse(v.string(), made?.['id']);
}

/** Chooses an offer that the member has seen. Resolves to the id of the choice. */
export async function chooseOffer(member: Member, offer: string): Promise<string> {
  const { consent_texts } = await loanOf(member);
  await callAs(member, 'choose_offer', {
    p_offer: offer,
    p_consent_version: consent_texts.lender.version,
  });
  return v.parse(v.string(), (await loanOf(member)).choice?.id);
}

/** The kinds of the mails about loans to a member, oldest first. */
export async function loanMails(member: Member): Promise<unknown[]> {
  const mails = await sql(
    `select kind from private.outbox
    where payload ->> 'user_id' = $1 and kind ~ 'loan|rate' order by created_at, kind`,
    member.id,
  );
  return mails.map(({ kind }) => kind);
}
