import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import type postgres from 'postgres';
import { paymentEvent } from './payment-event.ts';

export type Row = Record<string, unknown>;

/** A database with our migrations: as its owner, and as the REST API for a member. */
export type SessionsDatabase = {
  query: (sql: string, parameters?: unknown[]) => Promise<Row[]>;
  asMember: (member: string, sql: string, parameters?: unknown[]) => Promise<Row[]>;
};

export function onEmbedded(database: PGlite): SessionsDatabase {
  return {
    query: async (sql, parameters) => (await database.query<Row>(sql, parameters)).rows,
    asMember: (member, sql, parameters) =>
      database.transaction(async (transaction) => {
        await transaction.query(
          "select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', $1, true)",
          [member],
        );
        return (await transaction.query<Row>(sql, parameters)).rows;
      }),
  };
}

export function onServer(sql: postgres.Sql): SessionsDatabase {
  // The driver's parameters are a union of its own; ours are texts, numbers and arrays of them.
  const given = (parameters: unknown[]) => parameters as postgres.ParameterOrJSON<never>[];
  return {
    query: async (text, parameters = []) => [...(await sql.unsafe(text, given(parameters)))],
    asMember: async (member, text, parameters = []) =>
      sql.begin(async (transaction) => {
        await transaction`
          select set_config('role', 'authenticated', true),
            set_config('request.jwt.claim.sub', ${member}, true)`;
        return [...(await transaction.unsafe(text, given(parameters)))];
      }),
  };
}

const prices = { single: 69_900, 'most-purchased': 99_900, 'super-value': 239_900 };

export type Pack = { order: string; providerOrder: string; payment: string; amount: number };
export type Booking = {
  id: string;
  slot: string;
  state: string;
  sequence: number;
  starts_at: string;
};
export type Balance = {
  order: string;
  role: string;
  sold: number;
  used: number;
  booked: number;
  given_back: number;
  remaining: number;
  valid_until: string;
  second: { address: string | null; state: string; namings_left: number; replaceable: boolean };
};
export type Sessions = {
  packs: Balance[];
  free_interview: { left: number; state: string; book_until: string | null };
  invitations: { order: string; from: string | null }[];
  upcoming: (Booking & Row)[];
  past: (Booking & Row)[];
};

/** What the tests of sessions do in a database: people, packs and slots, and the calls of members. */
export function sessionsOn(database: SessionsDatabase) {
  const { query } = database;

  async function one<Value>(sql: string, parameters: unknown[] = []): Promise<Value> {
    const [row] = await query(sql, parameters);
    // The caller names what its query selects.
    return Object.values(row ?? {})[0] as Value;
  }

  async function newMember({
    email = `${randomUUID()}@example.com`,
    firstname = 'Asha',
    proven = false,
    phonenumber = '9876543210',
  } = {}) {
    const id = randomUUID();
    await query(
      'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::text::jsonb)',
      [id, email, JSON.stringify({ firstname, phonenumber })],
    );
    if (proven) {
      await query(
        'insert into private.proven_addresses (user_id, address) values ($1, lower($2))',
        [id, email],
      );
    }
    return { id, email };
  }

  /** Opens an order; `pay` reports its payment. */
  async function newOrder(owner: string | null, pack: keyof typeof prices): Promise<Pack> {
    const providerOrder = `order_${randomUUID()}`;
    const amount = prices[pack];
    const order = await one<string>(
      `select id from public.attach_provider_order(
        (public.open_order($1, $2, gen_random_uuid(), $3)).id, $4)`,
      [pack, amount, owner, providerOrder],
    );
    return { order, providerOrder, payment: `pay_${order}`, amount };
  }

  /** Reports the payment of a pack, and how much of it was refunded, in paise. */
  async function report(
    pack: Pack,
    { refunded = 0, paidAt = new Date(), email = 'x@example.com' } = {},
  ) {
    const { id, type, body } = paymentEvent(
      refunded > 0 ? 'payment.refunded' : 'payment.captured',
      {
        id: pack.payment,
        order_id: pack.providerOrder,
        amount: pack.amount,
        amount_refunded: refunded,
        status: refunded >= pack.amount ? 'refunded' : 'captured',
        created_at: Math.floor(paidAt.getTime() / 1000),
        email,
      },
    );
    return one<Row>('select public.apply_payment_event($1, $2, $3)', [id, type, body]);
  }

  async function newPack(owner: string, pack: keyof typeof prices = 'super-value', paidAt?: Date) {
    const made = await newOrder(owner, pack);
    await report(made, paidAt ? { paidAt } : {});
    return made;
  }

  function newMentor(email = `${randomUUID()}@example.com`): Promise<number> {
    return one<number>(
      "select operations.add_mentor('Meera', 'IIM A', $1, 'https://meet.example.com/meera')",
      [email],
    );
  }

  /** A slot of a mentor of its own that starts after this many hours. */
  async function newSlot(
    hours: number,
    {
      kind = 'interview',
      minutes = 45,
      mentor = 0,
      seats = null as number | null,
      minimum = null as number | null,
    } = {},
  ): Promise<string> {
    return one<string>(
      `insert into private.slots (kind, mentor_id, starts_at, minutes, seats, minimum)
      values ($1, $2, now() + $3 * interval '1 hour', $4, $5, $6) returning id`,
      [kind, mentor || (await newMentor()), hours, minutes, seats, minimum],
    );
  }

  /** Calls a function as a member, with arguments by name. */
  async function call<Result>(member: string, name: string, args: Row = {}): Promise<Result> {
    const names = Object.keys(args);
    const list = names.map((argument, index) => `${argument} => $${index + 1}`).join(', ');
    const [row] = await database.asMember(
      member,
      `select public.${name}(${list}) as result`,
      Object.values(args),
    );
    // The caller names what the function returns.
    return row?.['result'] as Result;
  }

  const book = (member: string, slot: string, pack?: Pack) =>
    call<Booking>(member, 'book_slot', { p_slot: slot, p_order: pack?.order ?? null });
  const move = (member: string, booking: Booking, slot: string) =>
    call<Booking>(member, 'move_booking', { p_booking: booking.id, p_slot: slot });
  /** Cancels a booking; `returns` is what the member was told of its session. */
  const cancel = (member: string, booking: Booking, returns = false) =>
    call<Booking & { session_returned: boolean }>(member, 'cancel_booking', {
      p_booking: booking.id,
      p_returns: returns,
    });
  const sessions = (member: string) => call<Sessions>(member, 'my_sessions');

  async function balance(member: string, pack: Pack): Promise<Balance> {
    const found = (await sessions(member)).packs.find(({ order }) => order === pack.order);
    if (!found) throw new Error('the member does not see the pack');
    return found;
  }

  /** Moves everything that has a time into the past, instead of the clock into the future. */
  async function pass(hours: number): Promise<void> {
    const tables = ['slots', 'bookings'];
    for (const table of tables) await query(`alter table private.${table} disable trigger user`);
    // By way of another age, because slots must not overlap on the way, nor counts have the same time;
    // bookings follow their slots.
    for (const step of [`-1000 years -${hours} hours`, '1000 years']) {
      await query(
        'update private.slots set starts_at = starts_at + $1::interval, ends_at = ends_at + $1::interval',
        [step],
      );
      await query('update private.call_counts set began = began + $1::interval', [step]);
    }
    for (const table of tables) await query(`alter table private.${table} enable trigger user`);
    const times = { free_grants: 'lapses_at', mailed_links: 'expires_at' };
    for (const [table, column] of Object.entries(times)) {
      await query(`update private.${table} set ${column} = ${column} - $1 * interval '1 hour'`, [
        hours,
      ]);
    }
  }

  /** Does what the scheduled function does about sessions. */
  async function tend(): Promise<void> {
    const jobs = [
      'call_off_small_gds',
      'finish_sessions',
      'lapse_free_interviews',
      'repair_bookings',
    ];
    for (const job of jobs) await query(`select public.${job}()`);
  }

  const taken = (slot: string) =>
    one<number>('select taken from private.slots where id = $1', [slot]);
  const stateOf = (booking: Booking) =>
    one<string>('select state from private.bookings where id = $1', [booking.id]);

  /** The kinds of mails about these, oldest first and without those that wait for their time. */
  async function mailsAbout(field: string, value: unknown): Promise<string[]> {
    const found = await query(
      `select kind from private.outbox where payload ->> $1 = $2 and due_at <= now() order by kind`,
      [field, String(value)],
    );
    return found.map(({ kind }) => String(kind));
  }

  return {
    query,
    one,
    newMember,
    newOrder,
    report,
    newPack,
    newMentor,
    newSlot,
    call,
    book,
    move,
    cancel,
    sessions,
    balance,
    pass,
    tend,
    taken,
    stateOf,
    mailsAbout,
  };
}
