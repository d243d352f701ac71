import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/** A free port on this machine. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

const LOWEST = 20_000;
/** The first port that operating systems use for outgoing connections. */
const BEYOND = 32_768;
/**
 * Each process and thread starts at a different port, so that two searches at the same time do not find the same one.
 */
let next = process.pid * 97 + threadId * 1009;

/** Ports that other checkouts are unlikely to use, so that the next run can reuse a build for them (§20.40). */
export function portsOfCheckout(count: number): number[] {
  const place = createHash('sha256').update(process.cwd()).digest().readUInt32BE();
  return Array.from(
    { length: count },
    (_, index) => LOWEST + ((place + index) % (BEYOND - LOWEST)),
  );
}

/** Whether all of these ports are free. */
export async function areFree(ports: readonly number[]): Promise<boolean> {
  return (await Promise.all(ports.map(isFree))).every(Boolean);
}

/**
 * Several different free ports on this machine. They are not reserved, but they are below the ports for outgoing
 * connections, so that no connection takes one before it is used.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = LOWEST + (next++ % (BEYOND - LOWEST));
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}
