import type { RefundRequest } from './refunds-schema.ts';

/**
 * What the page gives to its parts that load late. They do not import it, because a module that both import
 * would be a file of its own, which everybody waits for.
 */
export type RefundActions = {
  askRefund: (order: string, gives: number) => Promise<RefundRequest>;
  askSessionRefund: (booking: string, gives: number) => Promise<RefundRequest>;
  takeRefundBack: (request: string) => Promise<RefundRequest>;
  answerRefund: (request: string, answer: string) => Promise<RefundRequest>;
  showFreshRefunds: () => Promise<void>;
};
