import type { SqlEditor } from './backend/sql-editor.ts';

/** The local stack's owner: a member with an approved authenticator. Its secret is public. */
export const sampleOwner = {
  email: 'owner@example.com',
  password: 'sample owner of the desk',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
} as const;

const { email, password, secret } = sampleOwner;

const makeOwner = `
do $owner$
declare
  member constant uuid := (select id from auth.users where email = '${email}');
  factor constant uuid := gen_random_uuid();
begin
  if exists (select from private.operators where user_id = member) then
    return;
  end if;
  insert into private.proven_addresses (user_id, address) values (member, '${email}')
  on conflict do nothing;
  insert into auth.mfa_factors (
    id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at
  )
  values (factor, member, 'Sample', 'totp', 'verified', '${secret}', now(), now());
  perform operations.add_operator('${email}', 'owner');
  perform operations.approve_factor('${email}', left(factor::text, 6));
end
$owner$`;

/** Creates the sample owner in the local backend at this address, unless the account already exists (docs/tour.md). */
export async function addSampleOwner(
  backend: string,
  publishableKey: string,
  editor: SqlEditor,
): Promise<void> {
  const [known] = await editor('select id from auth.users where email = $1', email);
  if (!known) {
    const reply = await fetch(`${backend}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, data: { firstname: 'Sample' } }),
    });
    if (!reply.ok) throw new Error(`The sample owner could not sign up: ${await reply.text()}`);
  }
  await editor(makeOwner);
}
