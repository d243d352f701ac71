import { sqlEditor } from './backend/sql-editor.ts';
import { readStackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { readKeys } from './keys.ts';

/**
 * The addresses of the local site that is running with this process's variables, and an SQL editor for its database.
 */
export function runningSite() {
  const config = readStackConfig(process.env);
  const urls = stackUrls(config);
  return { ...urls, editor: sqlEditor(urls.backend, readKeys(config.dataDir).secretKey) };
}
