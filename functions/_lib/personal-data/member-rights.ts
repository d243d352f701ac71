import { closingRefusals } from '../../../src/domain/refusals/closing.ts';
import { refused } from '../http/api-error.ts';
import { unwrap, type DatabaseClient } from '../database/database.ts';
import { stored } from '../files/files.ts';

/** How many files the storage service can delete in one call. */
const filesAtOnce = 1000;

/** How many times an erasure may start over because a file was added while it ran. */
const mostTries = 3;

/** A member's profile, or null if there is none. */
export async function memberWith(client: DatabaseClient, by: { id: string } | { email: string }) {
  // The account service keeps addresses in lower case. A case-insensitive pattern could match strangers: its wildcards
  // `*` and `%` may both occur in an address.
  const [column, value] = 'id' in by ? (['id', by.id] as const) : ['email', by.email.toLowerCase()];
  return unwrap(await client.from('profiles').select().eq(column, value).maybeSingle());
}

/** For each kind of a member's objects: its bucket, and the database function that lists the paths. */
const kinds = {
  pictures: { bucket: 'profileimages', list: 'pictures_of' },
  files: { bucket: 'files', list: 'file_paths_of' },
} as const;
type Kind = keyof typeof kinds;

async function pathsOf(client: DatabaseClient, memberId: string, kind: Kind): Promise<string[]> {
  return unwrap(await client.rpc(kinds[kind].list, { p_user_id: memberId })) ?? [];
}

/** Deletes a member's objects of one kind through the storage service. Resolves to the number of objects deleted. */
async function deleteObjects(
  client: DatabaseClient,
  memberId: string,
  kind: Kind,
): Promise<number> {
  const bucket = client.storage.from(kinds[kind].bucket);
  const paths = await pathsOf(client, memberId, kind);
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    stored(await bucket.remove(paths.slice(at, at + filesAtOnce)));
  }
  return paths.length;
}

/** Counts of what an erasure deleted, and of the orders that stay in our bookkeeping. */
export type Erased = { pictures: number; files: number; ordersKept: number };

/**
 * Erases an account: first the objects, then everything else in one transaction, which notifies guests, mentors and
 * lenders (§18.33). Calling it again finishes an interrupted erasure. `by` is who asked: an operator has checked that
 * the request came from the account's address, but a member's login does not prove that (§18.36). Throws 409 for the
 * desk's only owner (§22.30).
 */
export async function eraseAccount(
  client: DatabaseClient,
  memberId: string,
  by: 'member' | 'operator',
): Promise<Erased> {
  // Checked before anything is deleted, so that a refusal changes nothing.
  const mayClose = unwrap(await client.rpc('may_close', { p_user_id: memberId }));
  if (mayClose !== true) throw refused(closingRefusals, 'last_owner');
  const erased = { pictures: 0, files: 0 };
  for (let tries = 1; ; tries += 1) {
    const account = { p_user_id: memberId };
    erased.pictures += await deleteObjects(client, memberId, 'pictures');
    erased.files += await deleteObjects(client, memberId, 'files');
    // Rows are deleted after their objects, because only the rows record the paths (§18.12).
    unwrap(await client.rpc('forget_files', account));
    const checked = { p_is_checked: by === 'operator' };
    const reply = await client.rpc('erase_account', { ...account, ...checked });
    // The database refuses as long as a file exists, and the member may have added one in the meantime.
    if (reply.error && tries < mostTries && (await hasObjects(client, memberId))) continue;
    return { ...erased, ordersKept: unwrap(reply) ?? 0 };
  }
}

async function hasObjects(client: DatabaseClient, memberId: string): Promise<boolean> {
  const [pictures, files] = [
    await pathsOf(client, memberId, 'pictures'),
    await pathsOf(client, memberId, 'files'),
  ];
  return pictures.length + files.length > 0;
}

/**
 * Erases what we hold under this email address: the account, or if there is none, the personal data in payments made
 * with the address. The operator must have checked that the request is genuine.
 */
export async function eraseMember(
  client: DatabaseClient,
  email: string,
): Promise<Erased & { account: boolean }> {
  const member = await memberWith(client, { email });
  if (member) return { account: true, ...(await eraseAccount(client, member.id, 'operator')) };
  const ordersKept = unwrap(await client.rpc('erase_payer', { p_email: email })) ?? 0;
  return { account: false, pictures: 0, files: 0, ordersKept };
}
