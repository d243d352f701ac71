import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { buffer } from 'node:stream/consumers';
import type { MailServer } from '../../functions/_lib/env/env.ts';

export type Received = { to: string; mail: Email; raw: string };

/** A mail server that accepts every email, with switches for its faults. */
export type SmtpServer = {
  server: MailServer;
  url: string;
  received: Received[];
  fault: {
    /** Refuses a recipient with this reply, such as '550 5.1.1 no such user'. */
    refuse?: (address: string) => string | undefined;
    /** Refuses every sender whose email needs SMTPUTF8 (true) or does not need it (false), with this reply. */
    refuseSender?: (needsUtf8: boolean) => string | undefined;
    /** Accepts the email and closes the connection without a reply. */
    loseReply?: boolean;
    /** Called with each email before the server answers. */
    beforeReply?: () => Promise<void>;
  };
};

function atPort(port: number): { server: MailServer; url: string } {
  return {
    server: { host: '127.0.0.1', port, secure: false, encrypted: false },
    url: `smtp://127.0.0.1:${port}`,
  };
}

function replied(line: string): Error {
  const error = new Error(line.slice(4));
  return Object.assign(error, { responseCode: Number(line.slice(0, 3)) });
}

/** Starts a mail server on a port until the test ends; a free port is the default. It may lack SMTPUTF8. */
export async function smtpServer(
  port = 0,
  options: { hideSMTPUTF8?: boolean } = {},
): Promise<SmtpServer> {
  const received: Received[] = [];
  const fault: SmtpServer['fault'] = {};
  const sockets = new Set<Socket>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onMailFrom(_address, session, done) {
      const refusal = fault.refuseSender?.(session.envelope.smtpUtf8 === true);
      done(refusal === undefined ? null : replied(refusal));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = fault.refuse?.(address);
      done(refusal === undefined ? null : replied(refusal));
    },
    onData(stream, session, done) {
      void (async () => {
        const raw = await buffer(stream);
        const [to] = session.envelope.rcptTo;
        received.push({
          to: to?.address ?? '',
          mail: await PostalMime.parse(raw),
          raw: raw.toString('latin1'),
        });
        await fault.beforeReply?.();
        if (fault.loseReply) sockets.forEach((socket) => socket.destroy());
        else done();
      })();
    },
  });
  smtp.on('error', () => undefined);
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  onTestFinished(async () => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => smtp.close(() => resolve(undefined)));
  });
  const listening = smtp.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  // A listening TCP server’s address is always an object.
  const { port: given } = listening.address() as AddressInfo;
  return { ...atPort(given), received, fault };
}

/** Starts a server that sends only what `talk` sends, until the test ends. */
export async function rudeServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
    talk(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  await once(server, 'listening');
  // A listening TCP server’s address is always an object.
  return atPort((server.address() as AddressInfo).port);
}
