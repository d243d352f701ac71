import * as v from 'valibot';
import { type DatabaseClient, unwrap } from '../database/database.ts';

const claimedMails = v.array(
  v.object({
    id: v.string(),
    lease: v.string(),
    kind: v.string(),
    recipient: v.string(),
    payload: v.unknown(),
  }),
);

/** An email that this run has claimed. The run may send it until its lease of two minutes ends. */
export type ClaimedMail = v.InferOutput<typeof claimedMails>[number];

/** What the outbox contains in place of the support address, because the database does not know that address. */
export const supportRecipient = 'support@outbox.invalid';

/** The new state of an email that could not be sent; `lost` if another run has claimed it in the meantime. */
const putOff = v.picklist(['waiting', 'given_up', 'lost']);

export type Outbox = ReturnType<typeof outbox>;

/**
 * Reads and updates the queue of emails (supabase/schemas/mail/outbox.sql). Every method throws if the database does
 * not answer.
 */
export function outbox(client: DatabaseClient) {
  return {
    async claim(limit: number) {
      return v.parse(claimedMails, unwrap(await client.rpc('claim_mails', { p_limit: limit })));
    },
    /** Safe to repeat. */
    async sent({ id, lease }: ClaimedMail): Promise<void> {
      unwrap(await client.rpc('mail_sent', { p_id: id, p_lease: lease }));
    },
    async failed({ id, lease }: ClaimedMail, why: string, permanent: boolean) {
      const call = { p_id: id, p_lease: lease, p_error: why, p_permanent: permanent };
      return v.parse(putOff, unwrap(await client.rpc('mail_failed', call)));
    },
  };
}
