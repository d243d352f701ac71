import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Row, SqlCaller } from './caller.ts';
import { peopleOn } from './people.ts';

/** What an account service’s token says about its login. */
export type Claims = {
  sub: string;
  session_id: string;
  aal: 'aal1' | 'aal2';
  iat: number;
  amr: readonly { method: string; timestamp: number }[];
  role: 'authenticated';
};

/** An operator with an approved authenticator who has just entered its code. */
export type SampleOperator = { id: string; email: string; factor: string; claims: Claims };

const answer = v.array(v.object({ answer: v.unknown() }));

const now = () => Math.floor(Date.now() / 1000);

/** Operators, and calls to the desk with an operator’s token. */
export function operatorsOn(here: SqlCaller) {
  const { query } = here;
  const { newMember, one } = peopleOn(here);

  /** A member’s authenticator that is set up and works. */
  async function newFactor(member: string): Promise<string> {
    const factor = randomUUID();
    await query(
      `insert into auth.mfa_factors (
        id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at
      )
      values ($1, $2, $1::uuid::text, 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
      [factor, member],
    );
    return factor;
  }

  /** A token of a login with this authenticator, or with a password alone. */
  async function newSession(member: string, factor: string | null): Promise<Claims> {
    const session = randomUUID();
    await query('insert into auth.sessions (id, user_id, factor_id, aal) values ($1, $2, $3, $4)', [
      session,
      member,
      factor,
      factor === null ? 'aal1' : 'aal2',
    ]);
    const timestamp = now();
    return {
      sub: member,
      session_id: session,
      aal: factor === null ? 'aal1' : 'aal2',
      iat: timestamp + 1,
      amr: [
        ...(factor === null ? [] : [{ method: 'totp', timestamp }]),
        { method: 'password', timestamp },
      ],
      role: 'authenticated',
    };
  }

  /** A member with this level at the desk that is not open yet; `number` is the operator’s. */
  async function addOperator(level: 'owner' | 'helper', name = 'Meena') {
    const { id, email } = await newMember({ firstname: name, proven: true });
    await query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    await query('select operations.add_operator($1, $2)', [email, level]);
    const number = await one<number>('select id from private.operators where user_id = $1', [id]);
    return { id, email, number };
  }

  /** An operator of this level at the open desk. */
  async function newOperator(level: 'owner' | 'helper', name?: string): Promise<SampleOperator> {
    const { id, email } = await addOperator(level, name);
    const factor = await newFactor(id);
    await query('select operations.approve_factor($1, $2)', [email, factor.slice(0, 6)]);
    return { id, email, factor, claims: await newSession(id, factor) };
  }

  /** Calls a function as the holder of this token. */
  async function asToken(claims: Claims, call: string, parameters: unknown[] = []) {
    const rows = await here.as(
      { member: claims.sub },
      `with token as (select set_config('request.jwt.claims', $${parameters.length + 1}, true) as is_set)
      select case when is_set is not null then ${call} end as answer from token`,
      [...parameters, JSON.stringify(claims)],
    );
    return v.parse(answer, rows)[0]?.answer;
  }

  /** Runs a function as the desk does for the operator with this number, or as the SQL editor without a number. */
  const atDesk = (operator: number | null, call: string, parameters: unknown[] = []) =>
    one<unknown>(
      `with desk as (select set_config('desk.operator', $${parameters.length + 1}, true) as is_set)
      select case when is_set is not null then ${call} end from desk`,
      [...parameters, String(operator ?? '')],
    );

  return {
    addOperator,
    atDesk,
    newFactor,
    newSession,
    newOperator,
    status: (claims: Claims) => asToken(claims, 'public.desk_status()'),
    read: (claims: Claims, ...lists: Row[]) =>
      asToken(claims, 'public.desk_read($1::text::jsonb)', [JSON.stringify(lists)]),
    press: (claims: Claims, action: string, args: Row = {}) =>
      asToken(claims, 'public.desk_do($1, $2::text::jsonb)', [action, JSON.stringify(args)]),
    /** Tries an action as the desk’s preview does, and keeps nothing of it. */
    attempt: (claims: Claims, action: string, args: Row = {}) =>
      asToken(claims, 'public.desk_do($1, $2::text::jsonb, true)', [action, JSON.stringify(args)]),
    document: (claims: Claims, file: string) => asToken(claims, 'public.desk_document($1)', [file]),
    /** The log entries about this, newest first. */
    logOf: (about: string) =>
      query('select * from operations.log where about = $1 order by id desc', [about]),
  };
}
