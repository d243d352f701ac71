import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestBackend } from '../support/backend.ts';

/** What a member may write to their own profile (reliability D7, D8, D11, D14). */
export function testProfiles(backend: TestBackend): void {
  test('a member can save the form of §7.3, which always includes the unchanged email', async () => {
    const { id, email, client } = await backend.newMember();
    const form = {
      firstname: 'Asha',
      lastname: 'Rao',
      email,
      phonenumber: '+91 98765 43210',
      referralcode: 'IIMB24',
      profileimage: `${backend.url}/storage/v1/object/public/profileimages/${id}/a1b2c3-me.png`,
    };
    const { data } = await client
      .from('profiles')
      .update(form)
      .eq('id', id)
      .select('email, firstname, lastname, phonenumber, referralcode, profileimage')
      .single()
      .throwOnError();
    expect(data).toEqual(form);
  });

  test.each([
    { email: 'somebody.else@example.com' },
    { id: randomUUID() },
    { created_at: '2020-01-01T00:00:00Z' },
  ])('D7 a member cannot change %o', async (change) => {
    const { id, client } = await backend.newMember();
    const { status, error } = await client.from('profiles').update(change).eq('id', id);
    expect({ status, code: error?.code }).toEqual({ status: 403, code: '42501' });
    const { count } = await backend.service
      .from('profiles')
      .select('*', { count: 'exact', head: true })
      .match({ id, ...change });
    expect(count).toBe(0);
  });

  test('D8 an update to an unknown column is refused', async () => {
    const { id, client } = await backend.newMember();
    const change: object = { role: 'admin' };
    const { error } = await client.from('profiles').update(change).eq('id', id);
    expect(error?.code).toBe('PGRST204');
  });

  test('D11 D14 saving a profile cleans its text fields and turns a blank referral code into 0000', async () => {
    const { id, client } = await backend.newMember();
    const { data } = await client
      .from('profiles')
      .update({ firstname: ' As\u202eha\u0007 ', lastname: '<b>Rao</b>', referralcode: '  ' })
      .eq('id', id)
      .select('firstname, lastname, referralcode')
      .single()
      .throwOnError();
    expect(data).toEqual({ firstname: 'Asha', lastname: '<b>Rao</b>', referralcode: '0000' });
  });
}
