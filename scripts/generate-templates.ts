/** Writes the account service's emails to supabase/templates/. A test fails if they are stale. */
import { writeFile } from 'node:fs/promises';
import { authTemplates } from '../functions/_lib/mail/auth-templates.ts';
import { settings } from '../src/domain/environment/settings.ts';

for (const [kind, { html }] of Object.entries(authTemplates(settings.name.fallback))) {
  await writeFile(new URL(`../supabase/templates/${kind}.html`, import.meta.url), html);
}
