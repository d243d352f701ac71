import { resolve } from 'node:path';
import * as v from 'valibot';

const port = (fallback: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a port number'),
      v.transform(Number),
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
});

export type StackConfig = {
  ports: { site: number; backend: number; mailbox: number; smtp: number; sandbox: number };
  /** Absolute path of the folder with all data of the stack. */
  dataDir: string;
};

/** Reads the ports and the data folder from `env` (§20.16); throws one line naming a bad variable. */
export function readStackConfig(env: NodeJS.ProcessEnv): StackConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = v.safeParse(schema, given);
  if (!result.success) {
    const [issue] = result.issues;
    throw new Error(`${v.getDotPath(issue) ?? 'environment'} ${issue.message} (see .env.example)`);
  }
  const values = result.output;
  return {
    ports: {
      site: values.PORT,
      backend: values.SUPABASE_PORT,
      mailbox: values.MAILBOX_PORT,
      smtp: values.SMTP_PORT,
      sandbox: values.SANDBOX_PORT,
    },
    dataDir: resolve(values.LOCAL_DATA_DIR),
  };
}
