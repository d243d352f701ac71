import { inject, expect, test } from 'vitest';
import * as v from 'valibot';
import { sql } from './samples.ts';
import { faultyProxy } from './servers.ts';
import { loadFunctions, newMember, service, log } from './support.ts';

const post = { method: 'POST' };

/** A member whose account ends now. */
async function newIdle() {
  const { id, email } = await newMember();
  await sql(
    `update auth.users set created_at = now() - interval '4 years',
      last_sign_in_at = now() - interval '4 years' where id = '${id}'`,
  );
  await sql(`delete from auth.sessions where user_id = '${id}'`);
  await sql(
    `insert into private.idle_accounts (user_id, told_at) values ('${id}', now() - interval '9 days')`,
  );
  return { id, email };
}

test('§18.9 an unused account is erased together with its files', async () => {
  const { id } = await newIdle();
  const picture = `${id}/a.png`;
  const { error } = await service.storage
    .from('profileimages')
    .upload(picture, Buffer.from('89504e470d0a1a0a', 'hex'), { contentType: 'image/png' });
  expect(error).toBeNull();
  const { retention } = await loadFunctions();
  expect(await (await retention(post)).json()).toMatchObject({ accounts: 1 });
  expect((await service.auth.admin.getUserById(id)).data.user).toBeNull();
  const { data: pictures } = await service.storage.from('profileimages').list(id);
  expect(pictures).toEqual([]);
  expect(await (await retention(post)).json()).toMatchObject({ accounts: 0 });
});

test('§18.62 an account that cannot be erased does not stop the run or delay other accounts, and is tried again', async () => {
  const ids = [(await newIdle()).id, (await newIdle()).id];
  let closings = 0;
  const broken = await faultyProxy(inject('stack').backendUrl, (called) => {
    if (!called.endsWith('/erase_account')) return 'pass';
    closings += 1;
    // The client repeats a call whose connection broke.
    return closings <= 2 ? 'lose_request' : 'pass';
  });
  const erased = v.object({ accounts: v.number() });
  const tend = async (settings: Record<string, string>) => {
    const { retention } = await loadFunctions(settings);
    return v.parse(erased, await (await retention(post)).json()).accounts;
  };
  expect(await tend({ PUBLIC_SUPABASE_URL: broken })).toBe(1);
  const [left] = await sql(
    `select user_id, tries from private.idle_accounts where user_id in ('${ids.join("', '")}')`,
  );
  expect(left).toEqual({ user_id: expect.any(String), tries: 1 });
  expect(log.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'account_not_erased', account: left?.['user_id'] }),
  );
  expect(await tend({})).toBe(1);
});
