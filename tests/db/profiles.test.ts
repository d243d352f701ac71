import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../runs.ts';
import { expectRefusal, testDatabase } from './support/database.ts';
import { onEmbedded } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';

const database = await testDatabase();
const { query, newMember, newOrder } = ordersOn(onEmbedded(database));

type Profile = {
  email: string;
  firstname: string;
  lastname: string;
  phonenumber: string;
  referralcode: string;
  profileimage: string;
};

/** Signs someone up as the account service does, with this JSON as metadata. */
async function signUp(metadata: string | null): Promise<Profile | undefined> {
  const id = randomUUID();
  await query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
    id,
    `${id}@example.com`,
    metadata,
  ]);
  return profile(id);
}

async function profile(id: string): Promise<Profile | undefined> {
  const { rows } = await database.query<Profile>(
    `select email, firstname, lastname, phonenumber, referralcode, profileimage
    from public.profiles where id = $1`,
    [id],
  );
  return rows[0];
}

describe('creating a profile at sign-up', () => {
  test('a new profile has the details from the form', async () => {
    const form = {
      firstname: 'Asha',
      lastname: 'Rao',
      phonenumber: '+91 98765 43210',
      referralcode: 'IIMB24',
    };
    expect(await signUp(JSON.stringify(form))).toMatchObject({ ...form, profileimage: '' });
  });

  test.each(['', '   ', '\n', '\u202e', null, undefined, {}, false])(
    'D14 a new profile has the referral code 0000 for %j',
    async (referralcode) => {
      const made = await signUp(JSON.stringify({ referralcode }));
      expect(made).toMatchObject({ referralcode: '0000' });
    },
  );

  test.each([
    ['markup as text', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['an emoji of several code points', 'Asha 👩🏽‍💻', 'Asha 👩🏽‍💻'],
    ['a name in Devanagari', 'आशा', 'आशा'],
    ['a name without its right-to-left override', 'Asha\u202egpj.exe', 'Ashagpj.exe'],
    ['a name without its control characters', 'As\u0007ha\tRao\u0085\r\n', 'Asha Rao'],
    ['a name without isolates and byte order marks', '\ufeff\u2066Asha\u2069\u2028', 'Asha'],
    ['the first 80 characters', 'é'.repeat(5000), 'é'.repeat(80)],
    ['no blank at the end of a truncated name', `${'x'.repeat(79)} y`, 'x'.repeat(79)],
    ['a number as text', 42, '42'],
    ['nothing for an object', { first: 'Asha' }, ''],
    ['nothing for a list', ['Asha'], ''],
    ['nothing for true', true, ''],
  ])('A26 D11 D12 the first name of a new profile contains %s', async (_what, firstname, kept) => {
    expect(await signUp(JSON.stringify({ firstname }))).toMatchObject({ firstname: kept });
  });

  test.each([null, 'null', '[]', '"firstname"', '0', 'true', '{}', '{"firstname":null}'])(
    'A27 a new profile is empty for the metadata %s',
    async (metadata) => {
      expect(await signUp(metadata)).toMatchObject({ firstname: '', referralcode: '0000' });
    },
  );

  test('A26 A27 any metadata results in a clean profile', async () => {
    // Texts omit NUL, because Postgres cannot store it and the account service refuses it.
    const text = fc.string({ unit: 'binary', maxLength: 400 }).map((s) => s.replaceAll('\0', ''));
    const field = fc.oneof(
      { weight: 3, arbitrary: text },
      fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 }),
    );
    const metadata = fc.oneof(
      fc.record(
        { firstname: field, lastname: field, phonenumber: field, referralcode: field, role: field },
        { requiredKeys: [] },
      ),
      fc.jsonValue({ stringUnit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(metadata, async (value) => {
        const made = await signUp(JSON.stringify(value));
        if (!made) throw new Error('there is no profile');
        const { firstname, lastname, phonenumber, referralcode } = made;
        expect([...firstname].length).toBeLessThanOrEqual(80);
        expect([...lastname].length).toBeLessThanOrEqual(80);
        expect([...phonenumber].length).toBeLessThanOrEqual(32);
        expect([...referralcode].length).toBeLessThanOrEqual(32);
        expect(referralcode).not.toBe('');
        for (const kept of [firstname, lastname, phonenumber, referralcode]) {
          expect(kept).not.toMatch(
            /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
          );
          expect(kept).not.toMatch(/^ | $/);
        }
      }),
      runs(100),
    );
  });

  test('A26 sign-up data with two megabytes of text or a hundred levels of nesting still creates a profile', async () => {
    const huge = { firstname: 'x'.repeat(2_000_000), lastname: '\u202e'.repeat(100_000) };
    expect(await signUp(JSON.stringify(huge))).toMatchObject({
      firstname: 'x'.repeat(80),
      lastname: '',
    });
    const deep = `${'{"firstname":'.repeat(100)}1${'}'.repeat(100)}`;
    expect(await signUp(deep)).toMatchObject({ firstname: '' });
  });

  test('A27 a profile whose text cannot be stored is left empty, and the sign-up still succeeds', async () => {
    await database.exec(
      "alter table public.profiles add constraint planted check (firstname <> 'Asha') not valid",
    );
    const made = await signUp(JSON.stringify({ firstname: 'Asha' }));
    await database.exec('alter table public.profiles drop constraint planted');
    expect(made).toMatchObject({ firstname: '', referralcode: '0000' });
  });

  test('A33 a profile’s email changes with the account’s email', async () => {
    const { id } = await newMember();
    await query("update auth.users set email = 'new@example.com' where id = $1", [id]);
    expect(await profile(id)).toMatchObject({ email: 'new@example.com' });
  });

  test('§10.2 §10.5 profiles and orders record when they last changed', async () => {
    const { id } = await newMember();
    const { order } = await newOrder(id);
    await query("update public.profiles set firstname = 'Ravi' where id = $1", [id]);
    await query("update public.orders set status = 'attempted' where id = $1", [order]);
    const later = await query(
      `select profiles.updated_at > profiles.created_at as profile, orders.updated_at > orders.created_at as order
      from public.profiles as profiles join public.orders as orders on user_id = profiles.id
      where profiles.id = $1`,
      [id],
    );
    expect(later).toEqual([{ profile: true, order: true }]);
  });

  test('deleting an account deletes its profile and leaves its orders without an owner', async () => {
    const { id } = await newMember();
    const { order } = await newOrder(id);
    await query('delete from auth.users where id = $1', [id]);
    expect(await profile(id)).toBeUndefined();
    expect(await query('select user_id from public.orders where id = $1', [order])).toEqual([
      { user_id: null },
    ]);
  });
});

describe('a profile’s picture', () => {
  const id = randomUUID();
  const folder = `/storage/v1/object/public/profileimages/${id}`;

  async function setPicture(url: string): Promise<void> {
    await query('update public.profiles set profileimage = $2 where id = $1', [id, url]);
  }

  beforeAll(async () => {
    await query("insert into auth.users (id, email) values ($1, 'me@example.com')", [id]);
  });

  test.each([
    '',
    `https://project.supabase.co${folder}/1f3a-me.png`,
    `https://files.admitcircle.in:8443${folder}/1f3a%20me.jpeg`,
    `http://localhost:54321${folder}/a.gif`,
    `http://127.0.0.1:54321${folder}/a.gif`,
  ])('a profile’s picture can have the address %j', async (url) => {
    await setPicture(url);
  });

  test('D9 a profile’s picture cannot have an address outside the member’s own folder', async () => {
    const hostile = fc.constantFrom(
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      `http://project.supabase.co${folder}/a.png`,
      `http://localhost.evil.example${folder}/a.png`,
      `//project.supabase.co${folder}/a.png`,
      'https://evil.example/a.png',
      `https://evil.example/?${folder}/a.png`,
      `https://evil.example#${folder}/a.png`,
      `https://user@evil.example${folder}/a.png`,
      `https://project.supabase.co${folder.replace(id, randomUUID())}/a.png`,
      `https://project.supabase.co${folder}/`,
      `https://project.supabase.co${folder}/../${randomUUID()}/a.png`,
      `https://project.supabase.co${folder}/%2e%2e/a.png`,
      `https://project.supabase.co${folder}/a.png?x=1`,
      `https://project.supabase.co${folder}/a.png"onerror="alert(1)`,
      `https://project.supabase.co${folder}/a.png\nhttps://evil.example`,
      `https://project.supabase.co${folder}/${'a'.repeat(5000)}`,
    );
    const anything = fc.string({ minLength: 1 }).map((text) => text.replaceAll('\0', 'x'));
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostile, fc.webUrl(), anything), async (url) => {
        await expectRefusal(setPicture(url), 'profileimage_is_own_file');
      }),
      runs(100),
    );
  });
});
