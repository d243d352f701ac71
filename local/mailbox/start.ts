import { serve } from '@hono/node-server';
import { SMTPServer } from 'smtp-server';
import { listening } from '../listening.ts';
import { mailboxApp } from './app.ts';
import { readMessage, type Message } from './message.ts';

type MailboxOptions = { port: number; smtpPort: number };

/**
 * Starts a mailbox for all the stack's mail (§20.13): an SMTP sink, a page for reading the email, and a JSON list at
 * `/api/messages`. Mail is kept in memory only.
 */
export async function startMailbox({ port, smtpPort }: MailboxOptions) {
  const messages: Message[] = [];

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      readMessage(stream).then(
        (message) => {
          messages.unshift(message);
          done();
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // A sender that disconnects is not our failure, and the underlying server also reports a port that is already taken.
  smtp.on('error', () => undefined);
  await listening(smtp.listen(smtpPort, '127.0.0.1'), 'SMTP_PORT', smtpPort);

  const web = serve({ fetch: mailboxApp(messages).fetch, port, hostname: '127.0.0.1' });
  await listening(web, 'MAILBOX_PORT', port);

  return {
    async stop() {
      await Promise.all([
        new Promise((resolve) => smtp.close(() => resolve(undefined))),
        new Promise((resolve) => web.close(() => resolve(undefined))),
      ]);
    },
  };
}
