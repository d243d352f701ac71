import { createTransport } from 'nodemailer';
import * as v from 'valibot';
import type { MailServer, Sender } from '../env/env.ts';
import { withoutAddresses } from './clean.ts';
import type { CalendarPart, RenderedMail } from './render.ts';
import { cleanText } from '../../../src/domain/words/typed-text.ts';

/**
 * Time limits in milliseconds: for one email, from the first byte to the server's confirmation, and for each step on
 * the way.
 */
export type Limits = { mail: number; step: number };

/** An email, ready for the mail server. */
export type OutgoingMail = RenderedMail & {
  id: string;
  to: string;
  subject: string;
  calendars?: readonly CalendarPart[] | undefined;
  /** Where replies go, if not to the sender's `replyTo`. */
  replyTo?: string | undefined;
  /** The address to which mail programs post when the member presses their unsubscribe button (RFC 8058). */
  unsubscribe?: string | undefined;
};

/** An email that the server refused or did not confirm. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Codes that say what happened, for the log. */
  readonly code: string;
  /** True if this address will never accept mail. */
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

/** Sends one email. Throws MailError if the server refuses it or does not confirm it. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

const smtpError = v.object({
  code: v.fallback(v.string(), 'EUNKNOWN'),
  command: v.fallback(v.string(), ''),
  responseCode: v.fallback(v.optional(v.number()), undefined),
  response: v.fallback(v.string(), ''),
});

/** Error codes about the server or our account there, rather than about one email. */
const outages = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EABORT'];

/** The commands before the recipient is named: greeting, login and our own address as the sender. */
const outageCommands = /^(?:CONN|HELO|EHLO|STARTTLS|AUTH|MAIL FROM)/;

/** Before the @, only SMTPUTF8 can transport such letters. After the @, they can be written in ASCII. */
const needsUtf8 = /\P{ASCII}.*@/u;

/** Codes with which a server rejects us: we may not send, or our own address is refused. */
const ofSender = /^[45]\.(?:7\.|1\.[78]$)/;

/** The reply with which a server closes the connection, whatever the command was (RFC 5321). */
const closing = 421;

/**
 * Classifies an error from the library. Only a 5xx for the recipient is permanent: anything else may be temporary or a
 * mistake in our settings. A server without full SMTPUTF8 (RFC 6531) refuses a recipient with non-ASCII letters already
 * at MAIL FROM, because the email asks for SMTPUTF8 there.
 */
function mailError(error: unknown, to: string): MailError {
  const { code, command, responseCode = 0, response } = v.parse(smtpError, Object(error));
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  const isOfRecipient = command === 'RCPT TO' || (command === 'MAIL FROM' && needsUtf8.test(to));
  const isAboutAddress =
    isOfRecipient && responseCode >= 400 && responseCode !== closing && !ofSender.test(enhanced);
  return new MailError(
    [code, command, responseCode, enhanced].filter(Boolean).join(' '),
    withoutAddresses(response),
    {
      permanent: isAboutAddress && responseCode >= 500,
      outage: !isAboutAddress && (outages.includes(code) || outageCommands.test(command)),
    },
  );
}

/**
 * The mail service. Each email has its own connection, which is cut at the time limit, so that an email we count as
 * failed is not delivered later, unless the server had accepted the email and the confirmation was lost.
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
        // Passed as objects, because the library would read a string with a comma as a list of addresses.
        from: { name: cleanText(from.name), address: from.address },
        to: { name: '', address: to },
        replyTo: { name: '', address: replyTo ?? from.replyTo },
        subject: cleanText(subject),
        html,
        text,
        // The calendar is included twice: as an alternative part, which most mail programs read, and as an attachment
        // for the others.
        ...(calendar && { icalEvent: { ...calendar, filename: 'session.ics' } }),
        attachments: otherCalendars.map(({ method, content }, index) => ({
          filename: `session-${index + 2}.ics`,
          content,
          contentType: `text/calendar; charset=utf-8; method=${method}`,
        })),
        // Every attempt uses the same id, so that a mailbox recognises a repeat (§19.6).
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
