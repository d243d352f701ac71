import type { Server } from 'node:net';

type Listener = Pick<Server, 'once' | 'off' | 'listening'>;

/** Waits until a server listens; rejects with one line naming the variable to change when its port is taken. */
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
