import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { refundsSchema, requestSchema } from './refunds-schema.ts';

const refunds = createMemberStore('refunds', () => rpc('my_refunds', {}, refundsSchema));

/** The packs that the member bought, what each refund of them gives, and what was asked. */
export const $refunds = refunds.$data;

/** Fetches them again; the page keeps the current ones meanwhile. */
export const refreshRefunds = refunds.refresh;

/** Runs a change of a request; resolves to its answer once the page shows it, also if it is refused. */
export const changeRefunds = refunds.change;

/** Asks for the ordinary refund of a pack, which gives this many paise (§17.5). */
export const askRefund = (order: string, gives: number) =>
  changeRefunds(() => rpc('ask_refund', { p_order: order, p_gives: gives }, requestSchema));

/** Asks for the share of a session that went wrong, which is this many paise (§17.6). */
export const askSessionRefund = (booking: string, gives: number) =>
  changeRefunds(() =>
    rpc('ask_session_refund', { p_booking: booking, p_gives: gives }, requestSchema),
  );

/** Takes a request back that is not decided (§17.5). */
export const takeRefundBack = (request: string) =>
  changeRefunds(() => rpc('take_refund_back', { p_request: request }, requestSchema));

/** Answers what more was needed (§17.4). */
export const answerRefund = (request: string, answer: string) =>
  changeRefunds(() =>
    rpc('answer_refund', { p_request: request, p_answer: answer }, requestSchema),
  );
