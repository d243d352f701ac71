import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';

const SUPABASE = fileURLToPath(new URL('../../supabase/', import.meta.url));

/**
 * Prepares the backend's working directory, where lite looks for its configuration, migrations, mail
 * templates and uploaded files. It gets supabase/config.json (the repository's config.toml with this
 * stack's port, addresses, database and confirmations) and links to the migrations and templates. No secret is
 * written: the configuration names environment variables.
 */
export async function prepareWorkspace(options: {
  port: number;
  dataDir: string;
  siteUrl: string;
  confirmEmail?: boolean;
}): Promise<void> {
  const { dataDir } = options;
  await mkdir(join(dataDir, 'supabase'), { recursive: true });

  for (const folder of ['migrations', 'templates']) {
    const link = join(dataDir, 'supabase', folder);
    await rm(link, { force: true });
    await symlink(join(SUPABASE, folder), link, 'junction');
  }

  const shared = parse(await readFile(join(SUPABASE, 'config.toml'), 'utf8'));
  const auth = table(shared['auth']);
  const config = {
    ...shared,
    api: { ...table(shared['api']), port: options.port },
    db: { ...table(shared['db']), driver: 'pglite', url: join(dataDir, 'postgres') },
    auth: {
      ...auth,
      email: { ...table(auth['email']), enable_confirmations: options.confirmEmail ?? false },
      site_url: options.siteUrl,
      additional_redirect_urls: [`${options.siteUrl}/**`],
    },
  };
  await writeFile(join(dataDir, 'supabase', 'config.json'), JSON.stringify(config, null, 2));
}

function table(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
