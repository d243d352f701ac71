import { unwrap, type DatabaseClient } from '../database/database.ts';
import { stored } from '../files/files.ts';

/** Most files that one call of the storage service deletes. */
const filesAtOnce = 1000;

/** Most attempts of an erasure during which a file is added. */
const mostTries = 3;

/** The profile of a member; null if there is none. */
export async function memberWith(client: DatabaseClient, by: { id: string } | { email: string }) {
  // The account service keeps addresses in lower case. A case-insensitive pattern could match strangers: `*` and `%`
  // are wildcards in it, and both may occur in an address.
  const [column, value] = 'id' in by ? (['id', by.id] as const) : ['email', by.email.toLowerCase()];
  return unwrap(await client.from('profiles').select().eq(column, value).maybeSingle());
}

async function picturesOf(client: DatabaseClient, memberId: string): Promise<string[]> {
  return unwrap(await client.rpc('pictures_of', { p_user_id: memberId })) ?? [];
}

/** Deletes objects of a bucket through the storage service. Resolves to how many there were. */
async function removeObjects(
  client: DatabaseClient,
  bucket: 'profileimages' | 'files',
  paths: readonly string[],
): Promise<number> {
  const gone = stored(await client.storage.from(bucket).remove(paths.slice(0, filesAtOnce)));
  return gone?.length ?? 0;
}

/** Deletes all pictures of a member. Resolves to how many there were. */
async function deletePictures(client: DatabaseClient, memberId: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const paths = await picturesOf(client, memberId);
    if (paths.length === 0) return deleted;
    const gone = await removeObjects(client, 'profileimages', paths);
    if (gone === 0) throw new Error('The storage service did not delete any picture.');
    deleted += gone;
  }
}

/** Deletes all files of a member, those of sessions and of rate matches (§18.12): the objects, then their rows. */
async function deleteFiles(client: DatabaseClient, memberId: string): Promise<number> {
  const paths = unwrap(await client.rpc('file_paths_of', { p_user_id: memberId })) ?? [];
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    await removeObjects(client, 'files', paths.slice(at, at + filesAtOnce));
  }
  unwrap(await client.rpc('forget_files', { p_user_id: memberId }));
  return paths.length;
}

/** Counts of what an erasure deleted, and of the orders that stay in the books. */
export type Erased = { pictures: number; files: number; ordersKept: number };

/**
 * Erases an account: the objects first, then everything else in one transaction, which notifies guests, mentors and
 * lenders (§18.33). Calling it again finishes an interrupted erasure. `by` says who asks: the operator has checked that
 * the request came from the account's address; logging in does not prove that of a member (§18.36).
 */
export async function eraseAccount(
  client: DatabaseClient,
  memberId: string,
  by: 'member' | 'operator',
): Promise<Erased> {
  const erased = { pictures: 0, files: 0 };
  for (let tries = 1; ; tries += 1) {
    erased.pictures += await deletePictures(client, memberId);
    erased.files += await deleteFiles(client, memberId);
    const account = { p_user_id: memberId };
    const reply = await (by === 'member'
      ? client.rpc('close_account', account)
      : client.rpc('erase_member', account));
    // The database refuses while a file exists, and one may have been added since.
    if (reply.error && tries < mostTries && (await hasObjects(client, memberId))) continue;
    return { ...erased, ordersKept: unwrap(reply) ?? 0 };
  }
}

async function hasObjects(client: DatabaseClient, memberId: string): Promise<boolean> {
  const files = unwrap(await client.rpc('file_paths_of', { p_user_id: memberId })) ?? [];
  return files.length > 0 || (await picturesOf(client, memberId)).length > 0;
}

/**
 * Erases the person with this address, whose request the operator has checked: the account, or without one the personal
 * data in payments made with the address.
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
