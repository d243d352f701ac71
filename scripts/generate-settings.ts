/** Writes .env.example and docs/settings.md. A test fails when they are stale. */
import { writeFile } from 'node:fs/promises';
import { exampleFile, settingsPage } from './settings-text.ts';

await writeFile(new URL('../.env.example', import.meta.url), exampleFile);
await writeFile(new URL('../docs/settings.md', import.meta.url), settingsPage);
