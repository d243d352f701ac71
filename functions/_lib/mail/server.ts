import { createTransport } from 'nodemailer';
import * as v from 'valibot';
import type { MailServer, Sender } from '../env/env.ts';
import { withoutAddresses } from './clean.ts';
import type { CalendarPart, RenderedMail } from './render.ts';
import { cleanText } from '../../../src/domain/words/typed-text.ts';

/** Milliseconds for one mail, from the first byte to the server's confirmation, and for each step of it. */
export type Limits = { mail: number; step: number };

/** A mail as it goes to the server. */
export type OutgoingMail = RenderedMail & {
  id: string;
  to: string;
  subject: string;
  calendars?: readonly CalendarPart[] | undefined;
  /** Where replies go, if not to the sender's `replyTo`. */
  replyTo?: string | undefined;
  /** Where a mail program posts to end mails of this kind; it shows a button for it (RFC 8058). */
  unsubscribe?: string | undefined;
};

/** A mail that the server refused or did not confirm. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Codes of what happened, for the log. */
  readonly code: string;
  /** True if this address never takes mail. */
  readonly permanent: boolean;
  /** True if the next mail would fail too. */
  readonly outage: boolean;

  constructor(code: string, said: string, fault: { permanent: boolean; outage: boolean }) {
    super([code, said].filter(Boolean).join(': '));
    this.code = code;
    this.permanent = fault.permanent;
    this.outage = fault.outage;
  }
}

/** Sends one mail. Throws MailError. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

const smtpError = v.object({
  code: v.fallback(v.string(), 'EUNKNOWN'),
  command: v.fallback(v.string(), ''),
  responseCode: v.fallback(v.optional(v.number()), undefined),
  response: v.fallback(v.string(), ''),
});

/** Codes about the server or our account there, and not about one mail. */
const outages = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EABORT'];

/** The commands before a mail's recipient: the greeting, the login and our address as the sender. */
const outageCommands = /^(?:CONN|HELO|EHLO|STARTTLS|AUTH|MAIL FROM)/;

/** A name before the @ that only SMTPUTF8 can say; a domain of other letters has a form in ASCII. */
const needsUtf8 = /\P{ASCII}.*@/u;

/** What a server says of us: we may not send, or it does not take our own address. */
const ofSender = /^5\.(?:7\.|1\.[78]$)/;

/**
 * Classifies an error of the library. Only a 5xx for the recipient is permanent: anything else may be temporary or our
 * own setting. A server without full SMTPUTF8 (RFC 6531) refuses an address of other letters as early as at MAIL FROM,
 * where the mail says that it needs it.
 */
function mailError(error: unknown, to: string): MailError {
  const { code, command, responseCode = 0, response } = v.parse(smtpError, Object(error));
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  const isAboutAddress = command === 'RCPT TO' || (command === 'MAIL FROM' && needsUtf8.test(to));
  const permanent = isAboutAddress && responseCode >= 500 && !ofSender.test(enhanced);
  return new MailError(
    [code, command, responseCode, enhanced].filter(Boolean).join(' '),
    withoutAddresses(response),
    {
      permanent,
      outage: !permanent && (outages.includes(code) || outageCommands.test(command)),
    },
  );
}

/**
 * The mail service. Each mail has its own connection, which is cut off at the time limit: a mail that is not confirmed
 * by then is not delivered later behind our back, unless only the confirmation was lost.
 */
export function mailServer(
  { encrypted, ...server }: MailServer,
  from: Sender,
  { mail, step }: Limits = { mail: 8000, step: 5000 },
): SendMail {
  const transport = createTransport({
    ...server,
    ...(encrypted ? { requireTLS: true } : { ignoreTLS: true }),
    dnsTimeout: step,
    connectionTimeout: step,
    greetingTimeout: step,
    socketTimeout: step,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return async ({ id, to, subject, html, text, replyTo, unsubscribe, calendars = [] }) => {
    const [calendar, ...otherCalendars] = calendars;
    try {
      await transport.sendMail({
        // As objects, so that no address is read as a list.
        from: { name: cleanText(from.name), address: from.address },
        to: { name: '', address: to },
        replyTo: { name: '', address: replyTo ?? from.replyTo },
        subject: cleanText(subject),
        html,
        text,
        // Both as an alternative part, which most mail programs read, and as a file for the others.
        ...(calendar && { icalEvent: { ...calendar, filename: 'session.ics' } }),
        attachments: otherCalendars.map(({ method, content }, index) => ({
          filename: `session-${index + 2}.ics`,
          content,
          contentType: `text/calendar; charset=utf-8; method=${method}`,
        })),
        // The same at each attempt, so that a mailbox recognises a repeat (§19.6).
        messageId: `<${id}@${domain}>`,
        // Suppresses out-of-office replies.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(unsubscribe && { list: { unsubscribe } }),
        signal: AbortSignal.timeout(mail),
      });
    } catch (error) {
      throw mailError(error, to);
    }
  };
}
