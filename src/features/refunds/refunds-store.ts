import { earlyRpc } from '../../lib/early-answers.ts';
import { keptAnswer } from '../../lib/kept-answers.ts';
import { rpc, type Functions } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { refundsSchema, requestSchema } from './refunds-schema.ts';

/** The packs that the member has bought, what each kind of refund would return, and their requests. */
export const myRefunds = createMemberStore(
  'refunds',
  () => earlyRpc('my_refunds', {}, refundsSchema),
  keptAnswer('refunds', refundsSchema),
);

/** Calls a function that returns the request that it made or changed. Throws if the database refuses. */
const change = <Name extends keyof Functions>(name: Name, args: Functions[Name]['Args']) =>
  myRefunds.change(() => rpc(name, args, requestSchema));

/** Asks for a pack's ordinary refund; `gives` is the amount shown, in paise (§17.5). */
export const askRefund = (order: string, gives: number) =>
  change('ask_refund', { p_order: order, p_gives: gives });

/**
 * Asks for the refund of a session that went wrong, its share of the price; `gives` is the amount shown, in paise.
 * `said` is what the member says went wrong, and may be empty (§17.6).
 */
export const askSessionRefund = (booking: string, gives: number, said: string) =>
  change('ask_session_refund', { p_booking: booking, p_gives: gives, p_said: said });

/** Withdraws a request that has not been decided yet (§17.5). */
export const takeRefundBack = (request: string) =>
  change('take_refund_back', { p_request: request });

/** Answers a request for which we asked for more information (§17.4). */
export const answerRefund = (request: string, answer: string) =>
  change('answer_refund', { p_request: request, p_answer: answer });
