import * as v from 'valibot';
import { loadSupabase, type Supabase } from '../../lib/supabase.ts';
import { createMemberStore } from '../../lib/member-data.ts';
import {
  refundsSchema,
  requestSchema,
  type RefundRequest,
  type Refunds,
} from './refunds-schema.ts';

async function fetchRefunds(): Promise<Refunds> {
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc('my_refunds').throwOnError();
  return v.parse(refundsSchema, data);
}

const refunds = createMemberStore('refunds', fetchRefunds);

/** The packs that the member bought, what each refund of them gives, and what was asked. */
export const $refunds = refunds.$data;

/** Fetches them again; the page keeps the current ones meanwhile. */
export const refreshRefunds = refunds.refresh;

/** Resolves once the page has what the database knows now, also after a change that was refused. */
export const showFreshRefunds = refunds.showFresh;

/** Calls a function that changes a request; resolves to it once the page shows it. Throws when refused. */
async function change(
  call: (supabase: Supabase) => PromiseLike<{ data: unknown }>,
): Promise<RefundRequest> {
  try {
    const { data } = await call(await loadSupabase());
    return v.parse(requestSchema, data);
  } finally {
    await showFreshRefunds();
  }
}

/** Asks for the ordinary refund of a pack, which gives this many paise (§17.5). */
export function askRefund(order: string, gives: number): Promise<RefundRequest> {
  return change((supabase) =>
    supabase.rpc('ask_refund', { p_order: order, p_gives: gives }).throwOnError(),
  );
}

/** Asks for the share of a session that went wrong, which is this many paise (§17.6). */
export function askSessionRefund(booking: string, gives: number): Promise<RefundRequest> {
  return change((supabase) =>
    supabase.rpc('ask_session_refund', { p_booking: booking, p_gives: gives }).throwOnError(),
  );
}

/** Takes a request back that is not decided (§17.5). */
export function takeRefundBack(request: string): Promise<RefundRequest> {
  return change((supabase) =>
    supabase.rpc('take_refund_back', { p_request: request }).throwOnError(),
  );
}

/** Answers what more was needed (§17.4). */
export function answerRefund(request: string, answer: string): Promise<RefundRequest> {
  return change((supabase) =>
    supabase.rpc('answer_refund', { p_request: request, p_answer: answer }).throwOnError(),
  );
}
