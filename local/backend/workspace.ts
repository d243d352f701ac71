import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import * as v from 'valibot';

const SUPABASE = fileURLToPath(new URL('../../supabase/', import.meta.url));

type WorkspaceOptions = {
  port: number;
  dataDir: string;
  siteUrl: string;
  /** Whether members must confirm their address before the first login, as on a deployed site. */
  confirmEmail?: boolean;
};
type TomlTable = Record<string, unknown>;

/**
 * Prepares the backend's working directory, where lite looks for its configuration, mail templates and uploaded files.
 * Writes supabase/config.json, adapted from the repository's config.toml, and links the templates. Does not write any
 * secrets, because the configuration refers to environment variables.
 */
export async function prepareWorkspace(options: WorkspaceOptions): Promise<void> {
  const { dataDir } = options;
  await mkdir(join(dataDir, 'supabase'), { recursive: true });

  const link = join(dataDir, 'supabase', 'templates');
  await rm(link, { force: true });
  await symlink(join(SUPABASE, 'templates'), link, 'junction');
  const shared = parse(await readFile(join(SUPABASE, 'config.toml'), 'utf8'));
  const config = localConfig(shared, options);
  await writeFile(join(dataDir, 'supabase', 'config.json'), JSON.stringify(config, null, 2));
}

/**
 * The shared settings with this stack's port, addresses and database. Members are logged in right after sign-up (§6.9)
 * unless specified otherwise, mail goes to the mailbox, rate limits are off, and the CLI's names are replaced by
 * lite's older ones.
 */
function localConfig(
  shared: TomlTable,
  { port, dataDir, siteUrl, confirmEmail = false }: WorkspaceOptions,
) {
  const { local_smtp: inbucket, ...rest } = shared;
  const { rate_limit: _limits, ...auth } = table(shared['auth']);
  const { smtp: _smtp, enabled: enable_signup, ...email } = table(auth['email']);
  return {
    ...rest,
    inbucket,
    api: { ...table(shared['api']), port },
    db: { ...table(shared['db']), driver: 'pglite', url: join(dataDir, 'postgres') },
    auth: {
      ...auth,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      email: { ...email, enable_signup, enable_confirmations: confirmEmail },
    },
  };
}

function table(value: unknown): TomlTable {
  return v.parse(v.record(v.string(), v.unknown()), value);
}
