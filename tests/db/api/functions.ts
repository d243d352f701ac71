import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestBackend } from '../support/backend.ts';

/** The functions that visitors read, and their answers in an empty database (§4.18, §4.20, §20.42). */
const openToVisitors = [
  ['next_free_time', []],
  ['public_mentors', []],
  ['sales_are_stopped', false],
] as const;

/** Who may call the database functions (reliability D17). */
export function testFunctions(backend: TestBackend): void {
  test('D17 visitors cannot call members’ functions, and members cannot call the service’s functions', async () => {
    const { token } = await backend.newMember();
    expect(await call('my_sessions', {}, backend.keys.publishableKey)).toEqual([401, '42501']);
    const event = { p_event_id: 'x', p_type: 'x', p_body: '{}' };
    expect(await call('apply_payment_event', event, token)).toEqual([403, '42501']);
    expect(
      await call('erase_account', { p_user_id: randomUUID(), p_is_checked: true }, token),
    ).toEqual([403, '42501']);
  });

  test.each(openToVisitors)(
    'D17 §4.18 §4.20 §20.42 a visitor can read %s with a plain GET request',
    async (name, nothing) => {
      const response = await backend.ask(`/rest/v1/rpc/${name}`);
      expect([response.status, await response.json()]).toEqual([200, nothing]);
    },
  );

  test('§15.34 my_sessions and book_slot give a member the same results over the API as in SQL', async () => {
    const { client } = await backend.newMember();
    const { data } = await client.rpc('my_sessions').throwOnError();
    expect(data).toMatchObject({ packs: [], upcoming: [], past: [], invitations: [] });
    const { error } = await client.rpc('book_slot', { p_slot: randomUUID() });
    expect(error).toMatchObject({ code: 'P0001', message: 'no_free_interview' });
  });

  test('§16.50 the API does not show a private table or an operations view to anyone', async () => {
    const { token } = await backend.newMember();
    const { publishableKey, secretKey } = backend.keys;
    for (const key of [publishableKey, token, secretKey]) {
      for (const [profile, table] of [
        ['public', 'outbox'],
        ['private', 'outbox'],
        ['operations', 'sales'],
      ] as const) {
        const headers = { 'accept-profile': profile };
        const response = await backend.ask(`/rest/v1/${table}?select=*`, key, { headers });
        expect(response.ok, profile).toBe(false);
      }
    }
  });

  async function call(name: string, args: object, token: string): Promise<unknown[]> {
    const request = { method: 'POST', body: JSON.stringify(args) };
    const response = await backend.ask(`/rest/v1/rpc/${name}`, token, request);
    const reply: unknown = await response.json();
    return [response.status, (reply as { code?: unknown }).code];
  }
}
