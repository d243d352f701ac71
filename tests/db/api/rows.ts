import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Member, TestBackend } from '../support/backend.ts';
import {
  type Reach,
  type Reader,
  readers,
  rowRights,
  type Table,
  type Verb,
} from '../support/row-rights.ts';
import { ordersOn } from '../../samples/orders.ts';
import { single } from '../../samples/packs.ts';

type Row = Record<string, unknown>;

const rowsSchema = v.array(v.record(v.string(), v.unknown()));
const refusalSchema = v.object({ code: v.literal('42501') });

/** A test row: its key, a change to try, and the values that make a copy of it a new row. */
type Sample = {
  key: Row;
  patch: Row;
  fresh: Row;
  /** The columns that a member may select, if not all of them. */
  columns?: string;
};

/** Tries every verb on every table as every reader (reliability D1 to D4, D6, D16, D18). */
export function testRows(backend: TestBackend): void {
  const cases = Object.keys(rowRights).flatMap((table) =>
    readers.map((reader) => ({ table: table as Table, reader })),
  );

  test.each(cases)(
    'D1 D2 D3 D4 D6 D16 D18 the $reader has the rights to $table that rowRights lists, and no others',
    async ({ table, reader }) => {
      const owner = await backend.newMember();
      const sample = await samples[table](owner);
      const token = await tokenOf(reader, owner);
      const ask = (verb: Verb) => attempt(verb, table, sample, token);
      const rights = rowRights[table][reader];

      const before = await read(table, sample.key);
      expect(before).toHaveLength(1);
      expect(await ask('select')).toBe(rights.select);

      // A refused verb must leave the row and the table unchanged.
      expect(await ask('update')).toBe(rights.update);
      const updated = await read(table, sample.key);
      if (rights.update === 'rows') expect(updated).toMatchObject([sample.patch]);
      else expect(updated).toEqual(before);

      if (rights.insert !== 'rows') {
        expect(await insert(table, { ...before[0], ...sample.fresh }, token)).toBe(rights.insert);
        expect(await read(table, { ...sample.key, ...sample.fresh })).toEqual([]);
      }

      expect(await ask('delete')).toBe(rights.delete);
      expect(await read(table, sample.key)).toEqual(rights.delete === 'rows' ? [] : updated);

      if (rights.insert === 'rows') {
        expect(await insert(table, before[0] ?? {}, token)).toBe('rows');
      }
    },
  );

  test('D2 only an order’s owner sees the payments embedded in the order', async () => {
    const owner = await backend.newMember();
    const stranger = await backend.newMember();
    await samples.payments(owner);
    const select = 'id, payments(id)';
    const own = await owner.client.from('orders').select(select).throwOnError();
    expect(own.data).toMatchObject([{ payments: [{}] }]);
    const others = await stranger.client.from('orders').select(select).throwOnError();
    expect(others.data).toEqual([]);
  });

  test('no request runs with the rights of a concurrent request', async () => {
    const owner = await backend.newMember();
    const stranger = await backend.newMember();
    const { key } = await samples.orders(owner);
    const own = () => owner.client.from('orders').select('id');
    const others = () => stranger.client.from('orders').select('id');
    const service = () => backend.service.from('orders').select('id').match(key);
    const anonymous = () => backend.anonymous.from('orders').select('id');

    const rounds = await Promise.all(
      Array.from({ length: 25 }, () => Promise.all([own(), others(), service(), anonymous()])),
    );
    for (const [ownRows, othersRows, serviceRows, anonymousRows] of rounds) {
      expect(ownRows.data).toEqual([key]);
      expect(othersRows.data).toEqual([]);
      expect(serviceRows.data).toEqual([key]);
      expect(anonymousRows.error?.code).toBe('42501');
    }
  });

  async function tokenOf(reader: Reader, owner: Member): Promise<string> {
    if (reader === 'owner') return owner.token;
    if (reader === 'stranger') return (await backend.newMember()).token;
    return reader === 'service' ? backend.keys.secretKey : backend.keys.publishableKey;
  }

  function request(method: string, path: string, token: string, body?: Row): Promise<Response> {
    return backend.ask(`/rest/v1/${path}`, token, {
      method,
      headers: { prefer: 'return=representation' },
      body: body ? JSON.stringify(body) : null,
    });
  }

  async function reachOf(response: Response): Promise<Reach> {
    const reply: unknown = await response.json();
    if (response.status === 401 || response.status === 403) {
      v.parse(refusalSchema, reply);
      return 'refused';
    }
    return v.parse(rowsSchema, reply).length > 0 ? 'rows' : 'nothing';
  }

  async function attempt(verb: Verb, table: Table, sample: Sample, token: string) {
    const { key, patch, columns = '*' } = sample;
    const methods = { select: 'GET', insert: 'POST', update: 'PATCH', delete: 'DELETE' };
    const body = verb === 'update' ? patch : undefined;
    const path = `${table}?select=${columns}&${filterOf(key)}`;
    return reachOf(await request(methods[verb], path, token, body));
  }

  async function insert(table: Table, row: Row, token: string): Promise<Reach> {
    return reachOf(await request('POST', table, token, row));
  }

  /** Adds a row as the service. */
  async function add(table: Table, row: Row): Promise<void> {
    expect(await insert(table, row, backend.keys.secretKey)).toBe('rows');
  }

  /** Reads the row as the service, without `updated_at`, which every update changes, and `price`, which is computed. */
  async function read(table: Table, key: Row): Promise<Row[]> {
    const response = await request('GET', `${table}?${filterOf(key)}`, backend.keys.secretKey);
    return v.parse(rowsSchema, await response.json()).map(({ updated_at, price, ...row }) => row);
  }

  /** Creates a row in each table; rows that have owners belong to this member. */
  const samples: Record<Table, (owner: Member) => Promise<Sample>> = {
    home: async () => {
      const imagename = `test_${randomUUID()}`;
      await add('home', { imagename, imageurl: '/home/test.svg' });
      return {
        key: { imagename },
        patch: { imageurl: '/home/changed.svg' },
        fresh: { imagename: `test_${randomUUID()}` },
      };
    },
    community_links: async () => {
      const name = `Chat ${randomUUID()}`;
      await add('community_links', { name, url: 'https://chat.example.com' });
      return { key: { name }, patch: { text: 'Hello' }, fresh: { name: `Chat ${randomUUID()}` } };
    },
    profiles: ({ id }) =>
      Promise.resolve({
        key: { id },
        patch: { firstname: 'Changed' },
        fresh: { id: randomUUID() },
      }),
    orders: async (owner) => ({
      key: { id: await newOrder(owner) },
      patch: { status: 'attempted' },
      fresh: { id: randomUUID(), receipt: randomUUID(), idempotency_key: randomUUID() },
    }),
    payments: async (owner) => {
      const id = `pay_${randomUUID()}`;
      const row = { id, amount: single.paise, currency: 'INR', status: 'failed' };
      await add('payments', { ...row, order_id: await newOrder(owner) });
      return {
        key: { id },
        patch: { method: 'upi' },
        fresh: { id: `pay_${randomUUID()}` },
        columns: 'id,order_id,status,amount,amount_refunded,review',
      };
    },
    payment_events: async (owner) => {
      const id = randomUUID();
      await add('payment_events', {
        id,
        type: 'test',
        body: '{}',
        order_id: await newOrder(owner),
      });
      return { key: { id }, patch: { outcome: 'applied' }, fresh: { id: randomUUID() } };
    },
    page_views: async () => {
      const path = `/${randomUUID()}`;
      await add('page_views', { path, day: '2026-11-20' });
      return { key: { path }, patch: { views: 2 }, fresh: { path: `/${randomUUID()}` } };
    },
  };

  const newOrder = async ({ id }: Member) => (await ordersOn(backend.here).newOrder(id)).order;
}

function filterOf(key: Row): string {
  return new URLSearchParams(
    Object.entries(key).map(([column, value]) => [column, `eq.${String(value)}`]),
  ).toString();
}
