import * as v from 'valibot';

/** Runs a statement as the database's owner. */
export type Query = (sql: string, ...parameters: unknown[]) => Promise<unknown[]>;

/** A Postgres timestamp as an ISO string. */
const time = v.pipe(
  v.string(),
  v.transform((text) => new Date(text).toISOString()),
);
const factor = v.object({
  id: v.string(),
  friendly_name: v.string(),
  factor_type: v.string(),
  status: v.string(),
  secret: v.string(),
  created_at: time,
  updated_at: time,
});
const asked = v.object({ id: v.string(), expires_at: v.number() });
const challenge = v.object({
  id: v.string(),
  answered: v.boolean(),
  expired: v.boolean(),
  used: v.boolean(),
});
const method = v.object({ method: v.string(), timestamp: v.number() });

/** Reads and writes second factors in the account service's own tables (`factorTables`). */
export function factorStore(query: Query) {
  return {
    /** An account's factors, oldest first. */
    async list(userId: string) {
      const rows = await query(
        `select
          id, coalesce(friendly_name, '') as friendly_name, factor_type::text, status::text, secret,
          created_at, updated_at
        from auth.mfa_factors where user_id = $1 order by created_at`,
        userId,
      );
      return v.parse(v.array(factor), rows);
    },

    /** Deletes factors if no one has tried them within five minutes, so that their names are free again. */
    forgetUntried: () =>
      query(
        `delete from auth.mfa_factors
        where status = 'unverified' and created_at < now() - interval '5 minutes'
          and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)`,
      ),

    async add(userId: string, name: string, secret: string) {
      const rows = await query(
        `insert into auth.mfa_factors
          (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
        values (gen_random_uuid(), $1, $2, 'totp', 'unverified', $3, now(), now())
        returning id`,
        userId,
        name,
        secret,
      );
      return v.parse(v.tuple([v.object({ id: v.string() })]), rows)[0];
    },

    /** Deletes a factor, and lowers the level of the logins that used it. */
    remove: (id: string) =>
      query(
        `with sessions as (
          update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id
        ), claims as (
          delete from auth.mfa_amr_claims using sessions
          where session_id = sessions.id and authentication_method = 'totp'
        )
        delete from auth.mfa_factors where id = $1`,
        id,
      ),

    async ask(factorId: string, ip: string | null) {
      const rows = await query(
        `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
        values (gen_random_uuid(), $1, now(), $2)
        returning id, extract(epoch from created_at + interval '5 minutes')::integer as expires_at`,
        factorId,
        ip,
      );
      return v.parse(v.tuple([asked]), rows)[0];
    },

    /** A challenge, and whether its code has already been used while it is valid. */
    async findChallenge(factorId: string, id: string, code: string) {
      const rows = await query(
        `select
          id, verified_at is not null as answered,
          created_at < now() - interval '5 minutes' as expired,
          exists (
            select from auth.mfa_challenges
            where factor_id = $2 and otp_code = $3 and verified_at > now() - interval '90 seconds'
          ) as used
        from auth.mfa_challenges where id::text = $1 and factor_id = $2`,
        id,
        factorId,
        code,
      );
      return v.parse(v.array(challenge), rows)[0];
    },

    forgetChallenge: (id: string) => query('delete from auth.mfa_challenges where id = $1', id),

    /**
     * Records that a login's owner has entered a valid code. Like hosted Supabase, ends the account's logins without a
     * code and its other unfinished enrolments.
     */
    prove: (challengeId: string, code: string, factorId: string, userId: string, session: string) =>
      query(
        `with answered as (
          update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1
        ), verified as (
          update auth.mfa_factors set status = 'verified', updated_at = now()
          where id = $3 and status = 'unverified'
        ), abandoned as (
          delete from auth.mfa_factors where user_id = $4 and status = 'unverified' and id <> $3
        ), proven as (
          update auth.sessions set aal = 'aal2', factor_id = $3 where id = $5
        ), ended as (
          delete from auth.sessions where user_id = $4 and aal is distinct from 'aal2' and id <> $5
        )
        insert into auth.mfa_amr_claims
          (id, session_id, authentication_method, created_at, updated_at)
        values (gen_random_uuid(), $5, 'totp', now(), now())
        on conflict (session_id, authentication_method) do update set updated_at = now()`,
        challengeId,
        code,
        factorId,
        userId,
        session,
      ),

    async isProven(session: string) {
      const proven = "select from auth.sessions where id = $1 and aal = 'aal2'";
      return (await query(proven, session)).length > 0;
    },

    /** The methods by which a login was authenticated, and when; a new login has only `first`. */
    async methods(session: string, first: string) {
      await query(
        `insert into auth.mfa_amr_claims
          (id, session_id, authentication_method, created_at, updated_at)
        select gen_random_uuid(), $1, $2, now(), now()
        where not exists (select from auth.mfa_amr_claims where session_id = $1)`,
        session,
        first,
      );
      const rows = await query(
        `select
          authentication_method as method, extract(epoch from updated_at)::integer as timestamp
        from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
        session,
      );
      return v.parse(v.array(method), rows);
    },

    /** The token with which a login is refreshed next. */
    async refreshToken(session: string) {
      const rows = await query(
        `select token from auth.refresh_tokens where session_id = $1 and not revoked
        order by created_at desc limit 1`,
        session,
      );
      return v.parse(v.tuple([v.object({ token: v.string() })]), rows)[0].token;
    },
  };
}
