import type { Server } from 'node:net';

type Listener = Pick<Server, 'once' | 'off' | 'listening'>;

/** Waits until a server listens; if its port is taken, rejects with one line naming its variable. */
export async function listening(server: Listener, variable: string, port: number): Promise<void> {
  if (server.listening) return;
  await new Promise<void>((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off('listening', ready);
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is already in use. Stop what uses it (npm start in another terminal?), or set ${variable} to a free port.`,
            )
          : error,
      );
    };
    const ready = () => {
      server.off('error', failed);
      resolve();
    };
    server.once('error', failed);
    server.once('listening', ready);
  });
}
