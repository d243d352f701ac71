import { paymentPaths, referencePattern, statusReply } from '../../domain/api.ts';
import type { Json } from '../../lib/database.types.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { textOf } from './desk-screen.ts';

/**
 * Makes our function ask the payment provider about one of its payments, so that the database has the latest state
 * before an operator enters a purchase (§22.33). Does nothing for a bank's reference, which we cannot look up. Throws
 * FunctionError.
 */
export async function askProvider(args: Readonly<Record<string, Json>>): Promise<void> {
  const reference = textOf(args['payment_reference']);
  if (!referencePattern.test(reference)) return;
  const query = new URLSearchParams({ reference });
  await callAsMember(`${paymentPaths.status}?${query}`, statusReply, { method: 'GET' });
}
