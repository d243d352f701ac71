import { paymentPaths, referencePattern, statusReply } from '../../domain/api.ts';
import type { Json } from '../../lib/database.types.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { textOf } from './desk-screen.ts';

/**
 * Has our function ask the payment provider about a payment of its own, so that the database knows what it says before
 * a purchase is entered (§22.33). A bank's reference is asked of nobody. Throws FunctionError.
 */
export async function askProvider(args: Readonly<Record<string, Json>>): Promise<void> {
  const reference = textOf(args['payment_reference']);
  if (!referencePattern.test(reference)) return;
  const query = new URLSearchParams({ reference });
  await callAsMember(`${paymentPaths.status}?${query}`, statusReply, { method: 'GET' });
}
