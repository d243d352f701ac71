import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { SqlEditor } from '../local/backend/sql-editor.ts';
import { passTime } from '../local/pass-time.ts';
import type { SessionKind } from '../src/domain/bookings/session-kinds.ts';
import { superValue } from './packs.ts';
import { paymentEvent } from './db/support/payment-event.ts';

/** What tests of sessions need in a running stack, made as the operator does in the SQL editor. */
export function sessionSamples(sql: SqlEditor) {
  async function one<Schema extends v.GenericSchema>(
    schema: Schema,
    text: string,
    ...parameters: unknown[]
  ): Promise<v.InferOutput<Schema>> {
    const [row] = await sql(text, ...parameters);
    return v.parse(schema, row?.['value']);
  }

  return {
    /** A mentor with an address of their own. */
    async newMentor(name = 'Meera', meetingUrl: string | null = 'https://meet.example.com/meera') {
      const email = `${randomUUID()}@example.com`;
      const id = await one(
        v.number(),
        "select operations.add_mentor($1::text, 'IIM Ahmedabad', $2::text, $3::text) as value",
        name,
        email,
        meetingUrl,
      );
      return { id, email };
    },

    /** A slot that starts after this many hours. */
    newSlot: (mentor: number, hours: number, kind: SessionKind = 'interview') =>
      one(
        v.string(),
        `insert into private.slots (kind, mentor_id, starts_at, minutes)
        values ($1, $2::integer, date_trunc('minute', now()) + $3::integer * interval '1 minute', 45)
        returning id as value`,
        kind,
        mentor,
        Math.round(hours * 60),
      ),

    /** A paid pack of five sessions; resolves to its order. */
    async newPack(owner: string): Promise<string> {
      const providerOrder = `order_${randomUUID()}`;
      const amount = superValue.price * 100;
      const order = await one(
        v.string(),
        `select id as value from public.attach_provider_order(
          (public.open_order($1, $2::integer, gen_random_uuid(), $3::uuid)).id, $4)`,
        superValue.id,
        amount,
        owner,
        providerOrder,
      );
      const { id, type, body } = paymentEvent('payment.captured', {
        id: `pay_${randomUUID().replaceAll('-', '')}`,
        order_id: providerOrder,
        amount,
        created_at: Math.floor(Date.now() / 1000),
      });
      await sql('select public.apply_payment_event($1, $2, $3)', id, type, body);
      return order;
    },

    /** Lets time pass: the slot starts in so many hours, or started that long ago. */
    startIn: (slot: string, hours: number) => passTime(sql, slot, hours),

    /** The version of the links of a slot. */
    versionOf: (slot: string) =>
      one(
        v.number(),
        'select feedback_version as value from private.slots where id = $1::uuid',
        slot,
      ),
  };
}
