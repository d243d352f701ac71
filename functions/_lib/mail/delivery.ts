import { emailPattern } from '../../../src/domain/account/account-rules.ts';
import type { Seller } from '../../../src/domain/payments/receipt.ts';
import { describe, log } from '../http/log.ts';
import type { LinkMaker } from '../mentors/mentor-link.ts';
import { supportRecipient, type ClaimedMail, type Outbox } from './outbox.ts';
import { letterheadOf, renderMail } from './render.ts';
import { MailError, type OutgoingMail, type SendMail } from './server.ts';
import { templates } from './all-templates.ts';

/**
 * How many emails are claimed together and sent in parallel. Small, so that an urgent mail does not wait behind many
 * others.
 */
const batch = 5;

/** How often we try to mark an email as sent. */
const markTries = 3;

/** One run's counts of emails. `outages` is 1 if the mail server was down. */
export type Delivery = { sent: number; putOff: number; givenUp: number; outages: number };

export type DeliveryOptions = {
  siteUrl: string;
  seller: Seller;
  /** The address in the emails' From header. */
  sender: string;
  /** Makes the links in mentors' emails. */
  mentorLink: LinkMaker;
  /** Once this aborts, the run claims no more emails. It still sends those it has already claimed. */
  enough: AbortSignal;
};

function write(mail: ClaimedMail, { enough: _, ...context }: DeliveryOptions): OutgoingMail {
  const fault = { permanent: false, outage: false };
  const { id, kind, payload } = mail;
  const { seller } = context;
  const recipient = mail.recipient === supportRecipient ? seller.email : mail.recipient;
  if (!emailPattern.test(recipient)) {
    throw new MailError('EADDRESS', '', { ...fault, permanent: true });
  }
  // The database may be newer than this code: after the next deploy, an unknown kind or payload may work.
  const template = Object.hasOwn(templates, kind) ? templates[kind] : undefined;
  if (!template) throw new MailError('EKIND', `no template ${kind}`, fault);
  try {
    const content = template.write(payload, { ...context, recipient });
    const rendered = renderMail(content, letterheadOf(seller.name, seller.email));
    return { ...content, ...rendered, id, to: recipient };
  } catch (error) {
    throw new MailError('EPAYLOAD', describe(error), fault);
  }
}

/**
 * Marks an email as sent. If every attempt fails, a later run sends the email again, so that each email is delivered at
 * least once (§19.6).
 */
async function mark(mail: ClaimedMail, outbox: Outbox): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await outbox.sent(mail);
      return;
    } catch (error) {
      if (tries < markTries) continue;
      log('error', 'mail_not_marked', { mail: mail.id, detail: describe(error) });
      return;
    }
  }
}

/**
 * Sends due emails until none are left or `enough` aborts (§19.2 to §19.6). If an email fails, the others are still
 * sent, but an outage of the mail server ends the run. Throws if the outbox cannot be read.
 */
export async function deliver(
  outbox: Outbox,
  send: SendMail,
  options: DeliveryOptions,
): Promise<Delivery> {
  const done = { sent: 0, putOff: 0, givenUp: 0 };
  let outage = false;

  async function handle(mail: ClaimedMail): Promise<void> {
    try {
      await send(write(mail, options));
    } catch (error) {
      const failure =
        error instanceof MailError
          ? error
          : new MailError('EUNKNOWN', describe(error), { permanent: false, outage: true });
      outage ||= failure.outage;
      log('warn', 'mail_not_sent', { mail: mail.id, kind: mail.kind, code: failure.code });
      const reason = failure.outage ? `outage: ${failure.message}` : failure.message;
      const state = await outbox.failed(mail, reason, failure.permanent);
      if (state === 'waiting') done.putOff += 1;
      if (state === 'given_up') done.givenUp += 1;
      return;
    }
    await mark(mail, outbox);
    done.sent += 1;
  }

  while (!outage && !options.enough.aborted) {
    const mails = await outbox.claim(batch);
    if (mails.length === 0) break;
    const results = await Promise.allSettled(mails.map(handle));
    for (const result of results) {
      // If rescheduling the email fails too, the next run claims it when its lease expires.
      if (result.status === 'rejected') {
        outage = true;
        log('warn', 'mail_not_put_off', { detail: describe(result.reason) });
      }
    }
  }
  return { ...done, outages: Number(outage) };
}
