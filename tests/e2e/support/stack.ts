import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Database } from '../../../src/lib/database.types.ts';
import { stackAddresses } from '../../../local/temporary-stack.ts';
import { overHttp } from '../../samples/caller.ts';

/** The stack under test, which `npm test -- e2e` starts and names in E2E_STACK. */
export const stack = v.parse(
  v.pipe(v.string('Run the browser tests with `npm test -- e2e`.'), v.parseJson(), stackAddresses),
  process.env['E2E_STACK'],
);

/** The database as the service role: to look behind the site, never to act for a member. */
export const database = createClient<Database>(stack.backend, stack.secretKey, {
  auth: { persistSession: false, autoRefreshToken: false },
});

/** The database for the samples. `know` is for members who did not sign up through it. */
export const here = overHttp(stack.backend, stack);

/** Runs SQL as in Supabase’s SQL editor, where our team works. */
export const editor = here.sql;

const messages = v.array(
  v.object({
    subject: v.string(),
    text: v.string(),
    html: v.string(),
    links: v.array(v.string()),
    attachments: v.array(v.object({ name: v.string(), type: v.string(), text: v.string() })),
  }),
);

/** The emails that an address has received, newest first. */
export async function mailOf(address: string): Promise<v.InferOutput<typeof messages>> {
  const response = await fetch(
    `${stack.mailbox}/api/messages?${new URLSearchParams({ to: address })}`,
  );
  return v.parse(messages, await response.json());
}
