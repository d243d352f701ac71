/**
 * Answers a member's request for data or erasure (privacy policy, 'Your rights').
 * `npm run member -- export <e-mail>` prints what we keep about a person as JSON, and
 * `npm run member -- erase <e-mail>` erases it. Both take PUBLIC_SUPABASE_URL and
 * SUPABASE_SECRET_KEY from the environment or `.env` (docs/operations.md).
 */
import { createClient } from '@supabase/supabase-js';
import { exportMember } from '../functions/_lib/personal-data/member-export.ts';
import { eraseMember } from '../functions/_lib/personal-data/member-rights.ts';
import { run } from '../local/run.ts';
import type { Database } from '../src/lib/database.types.ts';

function readVariable(name: 'PUBLIC_SUPABASE_URL' | 'SUPABASE_SECRET_KEY'): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(
      `${name} is not set. Put the project's values into .env (docs/operations.md), and remove them afterwards.`,
    );
  }
  return value;
}

run(async () => {
  const [verb, email] = process.argv.slice(2);
  if ((verb !== 'export' && verb !== 'erase') || !email?.includes('@')) {
    throw new Error('Usage: npm run member -- export|erase <e-mail>');
  }
  const service = createClient<Database>(
    readVariable('PUBLIC_SUPABASE_URL'),
    readVariable('SUPABASE_SECRET_KEY'),
    { auth: { persistSession: false, autoRefreshToken: false } },
  );
  const result = await (verb === 'export' ? exportMember : eraseMember)(service, email);
  console.log(JSON.stringify(result, null, 2));
});
