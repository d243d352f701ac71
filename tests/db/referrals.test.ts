/** Members' own referral codes, and who sees how many people joined with them (§7.17 to §7.19). */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { onEmbedded } from '../samples/caller.ts';
import { newAddress, peopleOn } from '../samples/people.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const sql = onEmbedded(await testDatabase());
const { newMember, one, query, count } = peopleOn(sql);

const own = v.object({
  code: v.pipe(v.string(), v.regex(/^[B-DF-HJ-NP-RTV-XZ2346-9]{6}$/)),
  joined: v.number(),
});
const referralOf = async (member: string) =>
  v.parse(own, await sql.call(member, 'my_referral', {}));
const joinWith = (referralcode: string) => sql.signUp(newAddress(), { referralcode });

test('§7.17 a member has one referral code and sees how many others joined with it, however they typed it', async () => {
  const [asha, ravi] = [await newMember(), await newMember()];
  const { code } = await referralOf(asha.id);
  const other = await referralOf(ravi.id);
  expect(other.code).not.toBe(code);
  await joinWith(code);
  await joinWith(` ${code.toLowerCase()} `);
  await joinWith(`${code}9`);
  await joinWith('0000');
  await query('update public.profiles set referralcode = $2 where id = $1', [asha.id, code]);
  expect(await referralOf(asha.id), 'the member’s own use of the code does not count').toEqual({
    code,
    joined: 2,
  });
  expect(await referralOf(ravi.id)).toEqual({ ...other, joined: 0 });
});

test('§7.17 a referral code that another member already has is replaced by a new one', async () => {
  const { id } = await newMember();
  await query('select setseed(0.5)');
  const { code } = await referralOf(id);
  const second = await newMember();
  await query('select setseed(0.5)');
  expect((await referralOf(second.id)).code).not.toBe(code);
});

test('§7.19 visitors do not have referral codes, and members cannot read each other’s codes or counts', async () => {
  const { id } = await newMember();
  await expectRefusal(sql.as('anon', 'select public.my_referral()'), 'permission denied');
  for (const table of [
    'select * from private.referral_codes',
    "select private.joined_with('X', $1)",
  ]) {
    await expectRefusal(
      sql.as({ member: id }, table, table.includes('$1') ? [id] : []),
      'permission denied',
    );
  }
});

test('§7.19 §18.40 a member’s referral code is in the export and is deleted with the account', async () => {
  const { id } = await newMember();
  const { code } = await referralOf(id);
  const friend = await joinWith(code);
  const exported = await one<{ referral: unknown }>('select public.export_member($1)', [id]);
  expect(exported.referral).toEqual({ code, made_at: expect.any(String), joined: 1 });
  expect(JSON.stringify(exported)).not.toContain(friend);
  await query('select public.erase_account($1, false)', [id]);
  expect(await count('private.referral_codes where code = $1', code)).toBe(0);
});

test('§7.19 the owner sees every referral code that was used, whose it is and how many people joined with it', async () => {
  const asha = await newMember({ firstname: '=Asha' });
  const { code } = await referralOf(asha.id);
  for (const given of [code, code.toLowerCase(), '=campaign', 'idle']) await joinWith(given);
  await query('update public.profiles set referralcode = $2 where id = $1', [asha.id, code]);
  const listed = await query('select code, member, member_id, joined from operations.referrals()');
  expect(listed).toContainEqual({ code, member: "'=Asha", member_id: asha.id, joined: 2 });
  expect(listed).toContainEqual({ code: "'=CAMPAIGN", member: null, member_id: null, joined: 1 });
  expect(listed.map(({ code: one }) => one)).not.toContain('0000');
});
