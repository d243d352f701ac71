/**
 * Answers a member's request for data or erasure (privacy policy, 'Your rights').
 * `npm run member -- export <e-mail>` prints what we keep about a person as JSON, and
 * `npm run member -- erase <e-mail>` erases it. Both take PUBLIC_SUPABASE_URL and
 * SUPABASE_SECRET_KEY from the environment or `.env` (docs/operations.md).
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { run } from '../local/run.ts';
import type { Database } from '../src/lib/database.types.ts';

type Service = SupabaseClient<Database>;

const bucketName = 'profileimages';

/** How many files the storage service deletes at once. */
const filesAtOnce = 1000;

async function memberOf(service: Service, email: string) {
  const { data } = await service
    .from('profiles')
    .select()
    // The account service keeps addresses in lower case. A pattern could match strangers: `*` and `%`
    // are wildcards there, and both may be in an address.
    .eq('email', email.toLowerCase())
    .maybeSingle()
    .throwOnError();
  return data;
}

async function picturesOf(service: Service, memberId: string): Promise<string[]> {
  const { data } = await service.rpc('pictures_of', { p_user_id: memberId }).throwOnError();
  return data;
}

/** When the address of the account changed last; null when it never did. */
async function addressChange(service: Service, memberId: string): Promise<string | null> {
  const { data } = await service.rpc('address_changes', { p_user_id: memberId }).throwOnError();
  return data[0] ?? null;
}

async function sessionsOf(service: Service, memberId: string) {
  const { data } = await service.rpc('sessions_of', { p_user_id: memberId }).throwOnError();
  return data;
}

async function loanOf(service: Service, memberId: string) {
  const { data } = await service.rpc('loan_of', { p_user_id: memberId }).throwOnError();
  return data;
}

/** Deletes all pictures of a member. Resolves to how many there were. */
async function deletePictures(service: Service, memberId: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const paths = await picturesOf(service, memberId);
    if (paths.length === 0) return deleted;
    const { data, error } = await service.storage
      .from(bucketName)
      .remove(paths.slice(0, filesAtOnce));
    if (error) throw error;
    if (data.length === 0) throw new Error('The storage service did not delete any picture.');
    deleted += data.length;
  }
}

/** Deletes all files of a member, those of sessions and of rate matches (§18.12): the objects, then their rows. */
async function deleteFiles(service: Service, memberId: string): Promise<number> {
  const { data: paths } = await service
    .rpc('file_paths_of', { p_user_id: memberId })
    .throwOnError();
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    const { error } = await service.storage.from('files').remove(paths.slice(at, at + filesAtOnce));
    if (error) throw error;
  }
  await service.rpc('forget_files', { p_user_id: memberId }).throwOnError();
  return paths.length;
}

const orderColumns = 'id, pack, amount, currency, status, created_at';

/** Everything we keep about the person with this address. Amounts are in paise. */
export async function exportMember(service: Service, email: string) {
  const profile = await memberOf(service, email);
  const owned = profile
    ? await service
        .from('orders')
        .select(
          `${orderColumns}, payments(id, status, amount, amount_refunded, method, email, contact, created_at)`,
        )
        .eq('user_id', profile.id)
        .throwOnError()
    : { data: [] };
  const { data: paid } = await service.rpc('payments_by', { p_email: email }).throwOnError();
  const { data: visiting } = await service
    .from('orders')
    .select(orderColumns)
    .is('user_id', null)
    .in('id', [...new Set(paid.map(({ order_id }) => order_id))])
    .throwOnError();
  const { data: mails } = await service.rpc('mails_to', { p_email: email }).throwOnError();
  const shown = new Set([...owned.data, ...visiting].map(({ id }) => id));
  return {
    profile,
    addressChangedAt: profile ? await addressChange(service, profile.id) : null,
    pictures: profile ? await picturesOf(service, profile.id) : [],
    sessions: profile ? await sessionsOf(service, profile.id) : null,
    loan: profile ? await loanOf(service, profile.id) : null,
    orders: owned.data,
    ordersWithoutAccount: visiting.map((order) => ({
      ...order,
      payments: paid.filter(({ order_id }) => order_id === order.id),
    })),
    // Of an order that another member owns, the person gets only the payments made with this address.
    paymentsForOthers: paid.filter(({ order_id }) => !shown.has(order_id)),
    mails,
  };
}

/**
 * Erases the person with this address: pictures, files, account, profile, sessions to come, the loan (§18.20),
 * and personal data in the orders and payments that have to stay in the books. Without an account it erases personal data in what was paid
 * with the address. Resolves to what was erased.
 */
export async function eraseMember(
  service: Service,
  email: string,
): Promise<{ account: boolean; pictures: number; files: number; ordersKept: number }> {
  const member = await memberOf(service, email);
  if (!member) {
    const { data } = await service.rpc('erase_payer', { p_email: email }).throwOnError();
    return { account: false, pictures: 0, files: 0, ordersKept: data };
  }
  const pictures = await deletePictures(service, member.id);
  const files = await deleteFiles(service, member.id);
  const { data } = await service.rpc('erase_member', { p_user_id: member.id }).throwOnError();
  return { account: true, pictures, files, ordersKept: data };
}

function readVariable(name: 'PUBLIC_SUPABASE_URL' | 'SUPABASE_SECRET_KEY'): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(
      `${name} is not set. Put the project's values into .env (docs/operations.md), and remove them afterwards.`,
    );
  }
  return value;
}

if (import.meta.main) {
  run(async () => {
    const [verb, email] = process.argv.slice(2);
    if ((verb !== 'export' && verb !== 'erase') || !email?.includes('@')) {
      throw new Error('Usage: npm run member -- export|erase <e-mail>');
    }
    const service = createClient<Database>(
      readVariable('PUBLIC_SUPABASE_URL'),
      readVariable('SUPABASE_SECRET_KEY'),
      { auth: { persistSession: false, autoRefreshToken: false } },
    );
    const result = await (verb === 'export' ? exportMember : eraseMember)(service, email);
    console.log(JSON.stringify(result, null, 2));
  });
}
