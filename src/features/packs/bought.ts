import { paymentPaths, statusReply, type PaymentStatusReply } from '../../domain/api.ts';
import { patience } from '../../domain/in-time.ts';
import { callFunction } from '../../lib/function-call.ts';
import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

/** The link to a visitor's payment that this browser keeps until its pack is in an account (§15.75). */
export const keptPack = keptText(storageKeys.waitingPack, 'local');

/** What anyone may know about the payment with this reference (§11.21); pending if there was no reply. Never rejects. */
export function askBought(reference: string): Promise<PaymentStatusReply> {
  const query = new URLSearchParams({ reference });
  return callFunction(`${paymentPaths.status}?${query}`, statusReply, { timeout: patience }).catch(
    () => ({ status: 'pending' }),
  );
}

/** Whether the payment has bought nothing that could be added to an account: unknown, failed or returned. */
export const isVoid = ({ status }: PaymentStatusReply): boolean =>
  status !== 'paid' && status !== 'partly_refunded' && status !== 'pending';
