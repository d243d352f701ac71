/**
 * What a member may ask of us (privacy policy, 'Your rights'), for the person who answers:
 * `node scripts/member.ts export <e-mail>` prints what we keep of somebody as JSON, and
 * `node scripts/member.ts erase <e-mail>` erases it. Both take PUBLIC_SUPABASE_URL and
 * SUPABASE_SECRET_KEY from the environment or `.env` (docs/operations.md).
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { run } from '../local/run.ts';
import type { Database } from '../src/lib/database.types.ts';

type Service = SupabaseClient<Database>;

const bucketName = 'profileimages';

async function memberOf(service: Service, email: string) {
  const { data } = await service
    .from('profiles')
    .select()
    .ilike('email', email.replaceAll(/[\\%_]/g, '\\$&'))
    .maybeSingle()
    .throwOnError();
  return data;
}

/** The paths of a member's pictures. */
async function picturesOf(service: Service, memberId: string): Promise<string[]> {
  const { data, error } = await service.storage.from(bucketName).list(memberId, { limit: 1000 });
  if (error) throw error;
  return data.map(({ name }) => `${memberId}/${name.split('/').at(-1) ?? ''}`);
}

const orderColumns =
  'id, pack, amount, currency, status, created_at, payments(id, status, amount, amount_refunded, method, email, contact, created_at)';

/** Everything we keep of the person with this address. Amounts are in paise, as they are stored. */
export async function exportMember(service: Service, email: string) {
  const profile = await memberOf(service, email);
  const owned = profile
    ? await service.from('orders').select(orderColumns).eq('user_id', profile.id).throwOnError()
    : { data: [] };
  const visiting = await service
    .from('orders')
    .select(orderColumns.replace('payments(', 'payments!inner('))
    .is('user_id', null)
    .ilike('payments.email', email.replaceAll(/[\\%_]/g, '\\$&'))
    .throwOnError();
  return {
    profile,
    pictures: profile ? await picturesOf(service, profile.id) : [],
    orders: owned.data,
    ordersWithoutAccount: visiting.data,
  };
}

/**
 * Erases the person with this address: pictures, account and profile, and the person in every order
 * that has to stay in the books. Somebody without an account is erased from the orders paid with the
 * address. Resolves to what was erased.
 */
export async function eraseMember(
  service: Service,
  email: string,
): Promise<{ account: boolean; pictures: number; ordersKept: number }> {
  const member = await memberOf(service, email);
  if (!member) {
    const { data } = await service.rpc('erase_payer', { p_email: email }).throwOnError();
    return { account: false, pictures: 0, ordersKept: data };
  }
  const pictures = await picturesOf(service, member.id);
  if (pictures.length > 0) {
    const { error } = await service.storage.from(bucketName).remove(pictures);
    if (error) throw error;
  }
  const { data } = await service.rpc('erase_member', { p_user_id: member.id }).throwOnError();
  return { account: true, pictures: pictures.length, ordersKept: data };
}

const environment = v.object({ PUBLIC_SUPABASE_URL: v.string(), SUPABASE_SECRET_KEY: v.string() });

if (import.meta.main) {
  run(async () => {
    const [verb, email] = process.argv.slice(2);
    if ((verb !== 'export' && verb !== 'erase') || !email?.includes('@')) {
      throw new Error('Usage: node scripts/member.ts export|erase <e-mail>');
    }
    const env = v.parse(environment, process.env);
    const service = createClient<Database>(env.PUBLIC_SUPABASE_URL, env.SUPABASE_SECRET_KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const result = await (verb === 'export' ? exportMember : eraseMember)(service, email);
    console.log(JSON.stringify(result, null, 2));
  });
}
