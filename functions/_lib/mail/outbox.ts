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

/** A mail that this run may send until its lease of two minutes ends. */
export type ClaimedMail = v.InferOutput<typeof claimedMails>[number];

/** The placeholder in the outbox for the support address, which the database does not know. */
export const supportRecipient = 'support@outbox.invalid';

/** The state of a mail that could not be sent; `lost` if another run has claimed it since. */
export type PutOff = 'waiting' | 'given_up' | 'lost';

/** The queue of mails. Every call throws when the database does not answer. */
export type Outbox = {
  claim(limit: number): Promise<ClaimedMail[]>;
  /** May be repeated. */
  sent(mail: ClaimedMail): Promise<void>;
  failed(mail: ClaimedMail, why: string, permanent: boolean): Promise<PutOff>;
};

/** The queue in the database (supabase/migrations/…_outbox.sql). */
export function outbox(client: DatabaseClient): Outbox {
  return {
    async claim(limit) {
      return v.parse(claimedMails, unwrap(await client.rpc('claim_mails', { p_limit: limit })));
    },
    async sent({ id, lease }) {
      unwrap(await client.rpc('mail_sent', { p_id: id, p_lease: lease }));
    },
    async failed({ id, lease }, why, permanent) {
      const state = unwrap(
        await client.rpc('mail_failed', {
          p_id: id,
          p_lease: lease,
          p_error: why,
          p_permanent: permanent,
        }),
      );
      return v.parse(v.picklist(['waiting', 'given_up', 'lost']), state);
    },
  };
}
