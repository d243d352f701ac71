import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { refundsSchema, requestSchema } from './refunds-schema.ts';

/** The packs that the member bought, what each kind of refund gives, and their requests. */
export const myRefunds = createMemberStore('refunds', () => rpc('my_refunds', {}, refundsSchema));

/** Asks for the ordinary refund of a pack; `gives` is the shown amount in paise (§17.5). */
export const askRefund = (order: string, gives: number) =>
  myRefunds.change(() => rpc('ask_refund', { p_order: order, p_gives: gives }, requestSchema));

/** Asks for the share of a session that went wrong; `gives` is the shown amount in paise (§17.6). */
export const askSessionRefund = (booking: string, gives: number) =>
  myRefunds.change(() =>
    rpc('ask_session_refund', { p_booking: booking, p_gives: gives }, requestSchema),
  );

/** Withdraws a request that is not decided (§17.5). */
export const takeRefundBack = (request: string) =>
  myRefunds.change(() => rpc('take_refund_back', { p_request: request }, requestSchema));

/** Answers a request for which we need more (§17.4). */
export const answerRefund = (request: string, answer: string) =>
  myRefunds.change(() =>
    rpc('answer_refund', { p_request: request, p_answer: answer }, requestSchema),
  );
