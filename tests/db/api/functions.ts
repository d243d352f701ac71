import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestBackend } from '../support/backend.ts';

/** What visitors read, and what it answers where there is nothing (§4.18, §4.20, §20.42). */
const openToVisitors = [
  ['next_free_time', []],
  ['public_mentors', []],
  ['sales_are_stopped', false],
] as const;

/** Who may call the database functions (reliability D17). */
export function testFunctions(backend: TestBackend): void {
  test('D17 nobody calls a function without a right', async () => {
    const { token } = await backend.newMember();
    expect(await call('my_sessions', {}, backend.keys.publishableKey)).toEqual([401, '42501']);
    const event = { p_event_id: 'x', p_type: 'x', p_body: '{}' };
    expect(await call('apply_payment_event', event, token)).toEqual([403, '42501']);
    expect(
      await call('erase_account', { p_user_id: randomUUID(), p_is_checked: true }, token),
    ).toEqual([403, '42501']);
  });

  test.each(openToVisitors)(
    'D17 §4.18 §4.20 §20.42 a visitor may read %s like a page',
    async (name, nothing) => {
      const response = await backend.ask(`/rest/v1/rpc/${name}`);
      expect([response.status, await response.json()]).toEqual([200, nothing]);
    },
  );

  test('§15.34 a member reads and refuses over the API as the database says', async () => {
    const { client } = await backend.newMember();
    const { data } = await client.rpc('my_sessions').throwOnError();
    expect(data).toMatchObject({ packs: [], upcoming: [], past: [], invitations: [] });
    const { error } = await client.rpc('book_slot', { p_slot: randomUUID() });
    expect(error).toMatchObject({ code: 'P0001', message: 'no_free_interview' });
  });

  test('§16.50 nobody reaches a table of private or a view of the operators over the API', async () => {
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
