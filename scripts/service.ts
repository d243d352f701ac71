import { createClient } from '@supabase/supabase-js';
import type { Database } from '../src/lib/database.types.ts';

/** A variable that a command needs. If it is missing, throws a sentence that says what to do. */
export function readVariable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `${name} is not set. Put the project's values into .env (docs/hosting.md), and remove them afterwards.`,
  );
}

/** A client for the project at PUBLIC_SUPABASE_URL, with the same rights as our functions. */
export function serviceClient() {
  return createClient<Database>(
    readVariable('PUBLIC_SUPABASE_URL'),
    readVariable('SUPABASE_SECRET_KEY'),
    { auth: { persistSession: false, autoRefreshToken: false } },
  );
}
