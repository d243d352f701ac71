import { createHash, randomUUID } from 'node:crypto';
import { passTime } from '../../local/pass-time.ts';
import type {
  Booking as MyBooking,
  MySessions,
  SessionPack,
} from '../../src/features/bookings/my-sessions-schema.ts';
import type { PackId } from '../../src/domain/packs/packs.ts';
import type { Caller, Row } from './caller.ts';
import { type Order, ordersOn } from './orders.ts';
import { newAddress } from './people.ts';

/** A booking as the database returns it: with its slot, which the site does not use. */
export type Booking = MyBooking & { slot: string };
type Sessions = Omit<MySessions, 'upcoming' | 'past'> & Record<'upcoming' | 'past', Booking[]>;

export const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** The moment this many days after the same moment a year ago. */
export function aYearAgo(days: number): Date {
  const then = new Date();
  then.setUTCFullYear(then.getUTCFullYear() - 1);
  then.setUTCDate(then.getUTCDate() + days);
  return then;
}

/** Slots, bookings and members’ calls. */
export function bookingsOn(here: Caller) {
  const orders = ordersOn(here);
  const { query, one, call, newMember, newPack } = orders;

  /** A member who bought a pack, by default of five sessions. */
  async function newBuyer(pack?: PackId, paidAt?: Date) {
    const member = await newMember();
    return { ...member, pack: await newPack(member.id, pack, paidAt) };
  }

  async function newMentor({
    name = 'Meera',
    email = newAddress(),
    meetingUrl = `https://meet.example.com/meera-${randomUUID()}`,
  } = {}): Promise<number> {
    await query("select operations.add_mentor($1, 'IIM Ahmedabad', $2, $3)", [
      name,
      email,
      meetingUrl,
    ]);
    return one<number>('select id from private.mentors where email = $1', [email]);
  }

  /** A slot that starts this many hours from now, by default with a new mentor. */
  async function newSlot(
    hours: number,
    {
      kind = 'interview',
      minutes = 45,
      mentor = 0,
      seats = null as number | null,
      minimum = null as number | null,
      precision = 'microseconds',
    } = {},
  ): Promise<string> {
    return one<string>(
      `insert into private.slots (kind, mentor_id, starts_at, minutes, seats, minimum)
      values ($1, $2, date_trunc($7, now() + $3 * interval '1 hour'), $4, $5, $6)
      returning id`,
      [kind, mentor || (await newMentor()), hours, minutes, seats, minimum, precision],
    );
  }

  const book = (
    member: string,
    slot: string,
    pack?: Pick<Order, 'order'>,
    institute: string | null = null,
  ) =>
    call<Booking>(member, 'book_slot', {
      p_slot: slot,
      p_order: pack?.order ?? null,
      p_institute: institute,
    });
  const move = (member: string, booking: Booking, slot: string) =>
    call<Booking>(member, 'move_booking', { p_booking: booking.id, p_slot: slot });
  /** Cancels a booking; `returns` is what the member was told about the session. */
  const cancel = (member: string, booking: Pick<Booking, 'id'>, returns = false) =>
    call<Booking & { session_returned: boolean }>(member, 'cancel_booking', {
      p_booking: booking.id,
      p_returns: returns,
    });
  /** A buyer who booked a slot that starts in this many hours. */
  async function newBooked(hours: number, options: Parameters<typeof newSlot>[1] = {}) {
    const buyer = await newBuyer();
    const slot = await newSlot(hours, options);
    return { ...buyer, slot, booking: await book(buyer.id, slot, buyer.pack) };
  }

  const nameSecond = (buyer: string, { order }: Pick<Order, 'order'>, address: string) =>
    call<SessionPack>(buyer, 'name_second_person', { p_order: order, p_address: address });
  /** A buyer who named this address as the second person. */
  async function newNaming(address: string, pack?: PackId, paidAt?: Date) {
    const buyer = await newBuyer(pack, paidAt);
    await nameSecond(buyer.id, buyer.pack, address);
    return buyer;
  }
  const acceptSecond = (member: string, { order }: Pick<Order, 'order'>, terms = true) =>
    call<Row>(member, 'accept_second_person', { p_order: order, p_terms: terms });

  async function newSecond(buyer: string, pack: Pick<Order, 'order'>) {
    const second = await newMember({ proven: true });
    await nameSecond(buyer, pack, second.email);
    await acceptSecond(second.id, pack);
    return second;
  }

  /** The content of a mentor’s link to a slot: slot, mentor and version. */
  async function linkOf(slot: string): Promise<unknown[]> {
    const [link = {}] = await query(
      'select id, mentor_id, feedback_version from private.slots where id = $1',
      [slot],
    );
    return Object.values(link);
  }

  /** What a mentor sends after a session, by default attended; resolves to the feedback’s version. */
  const giveFeedback = async (
    { id, slot }: Pick<Booking, 'id' | 'slot'>,
    { attended = true, ...more }: Row = {},
  ) => {
    const scores = { content: 4, structure: 4, communication: 4, presence: 4 };
    const given = { booking: id, attended, ...(attended === true && scores), ...more };
    return orders.serve<number>('give_feedback', ...(await linkOf(slot)), given);
  };

  /** Adds a CV to a booking as our function does. */
  const addFile = (member: string, booking: Pick<Booking, 'id'>) =>
    orders.serve<Row>('add_session_file', member, booking.id, 'cv', 1000, 'application/pdf');

  /** Gives a member a free interview with a unique address and phone number. */
  const grantFree = (member: string) =>
    one<string>(
      `insert into private.free_grants (member_id, address_hash, phone_hash)
      values ($1, md5(random()::text) || md5(random()::text), md5(random()::text) || md5(random()::text))
      returning id`,
      [member],
    );
  /** Asks for the free interview as our function does, which hashes the address and the number. */
  const askFree = (
    { id, email }: { id: string; email: string },
    {
      phone = randomUUID(),
      address = email,
      given = '9876543210',
      domain,
    }: { phone?: string; address?: string; given?: string; domain?: string } = {},
  ) =>
    orders.serve<Row>(
      'grant_free_interview',
      id,
      email,
      given,
      hash(address),
      hash(phone),
      ...(domain === undefined ? [] : [hash(domain)]),
    );

  /** Changes a row in a private table, which no function does. */
  const set = (table: string, { id }: { id: string }, change: string) =>
    query(`update private.${table} set ${change} where id = $1`, [id]);
  /** Inserts a booking directly, which no function does. */
  const insertBooking = (member: string | null, slot: string, { order }: Pick<Order, 'order'>) =>
    query('insert into private.bookings (member_id, slot_id, order_id) values ($1, $2, $3)', [
      member,
      slot,
      order,
    ]);
  /** Waits for a time with a verified address, because a member without one cannot. */
  async function wait(
    member: string,
    kind = 'interview',
    weekdays: string[] | null = everyDay,
    school: string | null = null,
  ): Promise<void> {
    await query(
      `insert into private.proven_addresses (user_id, address)
      select id, lower(email) from auth.users where id = $1 on conflict do nothing`,
      [member],
    );
    await call(member, 'wait_for_time', {
      p_kind: kind,
      p_weekdays: weekdays,
      p_school: school,
    });
  }
  const sessions = (member: string) => call<Sessions>(member, 'my_sessions');

  async function balance(member: string, pack: Order): Promise<SessionPack> {
    const found = (await sessions(member)).packs.find(({ order }) => order === pack.order);
    if (!found) throw new Error('the member does not see the pack');
    return found;
  }

  /** Moves everything that has a time into the past, because the clock cannot move into the future. */
  async function pass(hours: number): Promise<void> {
    const tables = ['slots', 'bookings'];
    for (const table of tables) await query(`alter table private.${table} disable trigger user`);
    // The slots pass through another age, because slots must not overlap on the way and counts must not have equal times;
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
      'settle_missing_mentors',
      'lapse_free_interviews',
      'repair_bookings',
    ];
    for (const job of jobs) await query(`select public.${job}()`);
  }

  const taken = (slot: string) =>
    one<number>('select taken from private.slots where id = $1', [slot]);
  const stateOf = (booking: Booking) =>
    one<string>('select state from private.bookings where id = $1', [booking.id]);

  return {
    ...orders,
    newBuyer,
    newMentor,
    newSlot,
    newBooked,
    book,
    move,
    cancel,
    grantFree,
    askFree,
    set,
    insertBooking,
    wait,
    nameSecond,
    newNaming,
    acceptSecond,
    newSecond,
    linkOf,
    giveFeedback,
    addFile,
    sessions,
    balance,
    pass,
    /** Moves one slot in time: it starts in this many hours, or started that long ago. */
    startIn: (slot: string, hours: number) => passTime((text) => query(text), slot, hours),
    tend,
    taken,
    stateOf,
  };
}
