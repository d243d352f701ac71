import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { areFree, freePorts, portsOfCheckout } from './free-ports.ts';

const port = (fallback: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a port number'),
      v.transform(Number),
      v.minValue(1, 'must be a port number'),
      v.maxValue(65535, 'must be a port number'),
    ),
    String(fallback),
  );

const schema = v.object({
  PORT: port(4321),
  SUPABASE_PORT: port(54321),
  MAILBOX_PORT: port(54324),
  SMTP_PORT: port(54325),
  SANDBOX_PORT: port(54330),
  LOCAL_DATA_DIR: v.optional(v.string(), '.local'),
  LOCAL_CONFIRM_EMAIL: v.optional(
    v.pipe(
      v.picklist(['0', '1'], 'must be 0 or 1'),
      v.transform((value) => value === '1'),
    ),
    '0',
  ),
});

export type StackConfig = {
  ports: { site: number; backend: number; mailbox: number; smtp: number; sandbox: number };
  /** The absolute path of the folder that contains all of the stack's data. */
  dataDir: string;
  /** Whether new members must confirm their address by mail before the first login. */
  confirmEmail: boolean;
};

/** Reads the stack's settings from `env` (§20.16). Throws a one-line error that names the variable that is wrong. */
export function readStackConfig(env: NodeJS.ProcessEnv): StackConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = v.safeParse(schema, given);
  if (!result.success) {
    const [issue] = result.issues;
    throw new Error(`${v.getDotPath(issue) ?? 'environment'} ${issue.message} (see .env.example)`);
  }
  const { LOCAL_DATA_DIR, LOCAL_CONFIRM_EMAIL, ...ports } = result.output;
  const named = new Map<number, string>();
  for (const [name, value] of Object.entries(ports)) {
    const other = named.get(value);
    if (other) throw new Error(`${other} and ${name} are both ${value}: set one to another port`);
    named.set(value, name);
  }
  return {
    ports: {
      site: ports.PORT,
      backend: ports.SUPABASE_PORT,
      mailbox: ports.MAILBOX_PORT,
      smtp: ports.SMTP_PORT,
      sandbox: ports.SANDBOX_PORT,
    },
    dataDir: resolve(LOCAL_DATA_DIR),
    confirmEmail: LOCAL_CONFIRM_EMAIL,
  };
}

const portsOf = ([site = 0, backend = 0, mailbox = 0, smtp = 0, sandbox = 0]: number[]) => ({
  site,
  backend,
  mailbox,
  smtp,
  sandbox,
});

/** The ports for which this checkout's tests build the site. */
export const portsOfTests = (): StackConfig['ports'] => portsOf(portsOfCheckout(5));

/** A separate stack, with a new folder that its owner deletes, on free ports: on `wanted` if all of these are free. */
export async function temporaryConfig(wanted?: StackConfig['ports']): Promise<StackConfig> {
  const ports =
    wanted && (await areFree(Object.values(wanted))) ? wanted : portsOf(await freePorts(5));
  const dataDir = await mkdtemp(join(tmpdir(), 'admitcircle-'));
  return { ports, dataDir, confirmEmail: false };
}
