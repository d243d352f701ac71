import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * Waits until a server is listening. If the port is taken, rejects with a one-line error that names the port's
 * variable.
 */
export async function listening(
  server: NodeJS.EventEmitter & Pick<Server, 'listening'>,
  variable: string,
  port: number,
): Promise<void> {
  if (server.listening) return;
  await once(server, 'listening').catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new Error(
      `Port ${port} is already in use. Stop what uses it (npm start in another terminal?), or set ${variable} to a free port.`,
      { cause: error },
    );
  });
}
