import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { refundsSchema, requestSchema } from './refunds-schema.ts';

const refunds = createMemberStore('refunds', () => rpc('my_refunds', {}, refundsSchema));

/** The packs that the member bought, what each kind of refund gives, and their requests. */
export const $refunds = refunds.$data;

/** Fetches them again; the page keeps the current data meanwhile. */
export const refreshRefunds = refunds.refresh;

/** Runs a change; resolves to its answer once the page shows the result, even if the change was refused. */
export const changeRefunds = refunds.change;

/** Asks for the ordinary refund of a pack; `gives` is the shown amount in paise (§17.5). */
export const askRefund = (order: string, gives: number) =>
  changeRefunds(() => rpc('ask_refund', { p_order: order, p_gives: gives }, requestSchema));

/** Asks for the share of a session that went wrong; `gives` is the shown amount in paise (§17.6). */
export const askSessionRefund = (booking: string, gives: number) =>
  changeRefunds(() =>
    rpc('ask_session_refund', { p_booking: booking, p_gives: gives }, requestSchema),
  );

/** Withdraws a request that is not decided (§17.5). */
export const takeRefundBack = (request: string) =>
  changeRefunds(() => rpc('take_refund_back', { p_request: request }, requestSchema));

/** Answers a request for which we need more (§17.4). */
export const answerRefund = (request: string, answer: string) =>
  changeRefunds(() =>
    rpc('answer_refund', { p_request: request, p_answer: answer }, requestSchema),
  );
