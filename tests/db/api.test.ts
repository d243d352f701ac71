/** What the running backend allows and refuses over HTTP. All groups share one backend. */
import { afterAll, describe } from 'vitest';
import { testAccounts } from './api/accounts.ts';
import { testFunctions } from './api/functions.ts';
import { testProfileImages } from './api/profile-images.ts';
import { testProfiles } from './api/profiles.ts';
import { testRows } from './api/rows.ts';
import { testSessionFiles } from './api/session-files.ts';
import { startTestBackend } from './support/backend.ts';

const backend = await startTestBackend();
afterAll(() => backend.stop());

describe('table rows', () => testRows(backend));
describe('profiles', () => testProfiles(backend));
describe('database functions', () => testFunctions(backend));
describe('profile images', () => testProfileImages(backend));
describe('private files', () => testSessionFiles(backend));
describe('accounts', () => testAccounts(backend));
