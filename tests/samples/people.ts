import { randomUUID } from 'node:crypto';
import { type Caller, type Row } from './caller.ts';

export const newAddress = () => `${randomUUID()}@example.com`;

/** An Indian phone number that no one else in this run has. */
export const newPhone = () =>
  `9${BigInt(`0x${randomUUID().replaceAll('-', '')}`)
    .toString()
    .slice(0, 9)}`;

type Message = {
  about?: string;
  email?: string;
  body?: string;
  aside?: boolean;
  member?: string | null;
  caller?: string | null;
};

/** Members, and database helpers for tests of every subject. */
export function peopleOn(here: Caller) {
  const { query } = here;

  async function one<Value>(sql: string, parameters: unknown[] = []): Promise<Value> {
    const [row] = await query(sql, parameters);
    // The caller names the type that its query selects.
    return Object.values(row ?? {})[0] as Value;
  }

  const row = async (sql: string, ...parameters: unknown[]) => (await query(sql, parameters))[0];

  /** The first column of every row, as text. */
  const texts = async (sql: string, ...parameters: unknown[]) =>
    (await query(sql, parameters)).map((found) => String(Object.values(found)[0]));

  /** The number of rows, as in `count('private.files where id = $1', id)`. */
  const count = (of: string, ...parameters: unknown[]) =>
    one<number>(`select count(*)::integer from ${of}`, parameters);

  /** Changes rows in a way that no function does, as in `edit('private.files set size = 1 where id = $1', id)`. */
  const edit = (change: string, ...parameters: unknown[]) => query(`update ${change}`, parameters);

  /** Verifies a member’s address as our link does, by default the account’s address. */
  const proveAddress = (member: string, address: string | null = null) =>
    query(
      `insert into private.proven_addresses (user_id, address)
      select id, coalesce($2, lower(email)) from auth.users where id = $1`,
      [member, address],
    );

  /** The emails of one kind about this, oldest first, and whether each would still be sent. */
  const mailsOf = (kind: string, field: string, value: string) =>
    query(
      `select recipient, payload, private.mail_still_holds(kind, payload) as holds
      from private.outbox
      where kind = $1 and case $2 when 'recipient' then recipient else payload ->> $2 end = $3
      order by created_at`,
      [kind, field, value],
    );

  async function newMember({
    email = newAddress(),
    firstname = 'Asha',
    proven = false,
    phonenumber = '9876543210',
  } = {}) {
    const id = await here.signUp(email, { firstname, phonenumber });
    if (proven) await proveAddress(id);
    return { id, email };
  }

  /** Opens an account as the account service does, either right away or with an unconfirmed address. */
  async function openAccount(
    email = newAddress(),
    metadata: Row = { firstname: 'Asha' },
    confirmed = true,
  ) {
    const id = randomUUID();
    await query(
      `insert into auth.users (id, email, email_confirmed_at, encrypted_password, raw_user_meta_data)
      values ($1, $2, case when $4::boolean then now() end, 'first', $3::text::jsonb)`,
      [id, email, JSON.stringify(metadata), confirmed],
    );
    return { id, email };
  }

  /** Sends a message as our function does; resolves to its number. */
  const newMessage = ({
    about = 'question',
    email = newAddress(),
    body = 'When does the season start?',
    aside = false,
    member = null,
    caller = null,
  }: Message = {}) =>
    one<number>(
      `select (
        public.send_message(gen_random_uuid(), $1, 'Asha', $2, $3, $4, $5, $6) ->> 'number'
      )::integer`,
      [about, email, body, aside, member, caller],
    );

  return {
    query,
    one,
    row,
    texts,
    count,
    edit,
    newMember,
    openAccount,
    newMessage,
    proveAddress,
    mailsOf,

    /** The token in the newest link that verifies an address. */
    proofToken: async (address: string) => {
      const mail = (await mailsOf('address_proof', 'recipient', address)).at(-1);
      return String((mail?.['payload'] as Row | undefined)?.['token']);
    },

    /** The kinds of emails about this that would still be sent. */
    mailsHolding: async (field: string, value: string) => {
      const found = await query(
        `select kind from private.outbox
        where payload ->> $1 = $2 and private.mail_still_holds(kind, payload) order by kind`,
        [field, value],
      );
      return found.map(({ kind }) => String(kind));
    },

    /** Calls a function as a member; the caller names the type of its result. */
    call: async <Result>(member: string, name: string, args: Row = {}) =>
      (await here.call(member, name, args)) as Result,

    /** Does what an operator does in the SQL editor. */
    operate: (name: string, ...args: unknown[]) =>
      one<string>(
        `select operations.${name}(${args.map((_, index) => `$${index + 1}`).join(', ')})`,
        args,
      ),

    /** Calls a function as our functions do. */
    serve: <Value>(name: string, ...args: unknown[]) =>
      one<Value>(
        `select public.${name}(${args.map((_, index) => `$${index + 1}`).join(', ')})`,
        args,
      ),

    /** A day in India, this many days from today. */
    day: (ahead: number) =>
      one<string>("select to_char(private.india_day(now()) + $1::integer, 'YYYY-MM-DD')", [ahead]),

    /** The kinds of emails about these, oldest first and without emails that wait for their time. */
    mailsAbout: async (field: string, value: unknown) => {
      const found = await query(
        `select kind from private.outbox where payload ->> $1 = $2 and due_at <= now() order by kind`,
        [field, String(value)],
      );
      return found.map(({ kind }) => String(kind));
    },
  };
}
