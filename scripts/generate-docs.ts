/** Writes .env.example, docs/settings.md and the table in docs/operations.md. A test fails if they are stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { withDeskTable } from './desk-text.ts';
import { exampleFile, settingsPage } from './settings-text.ts';

const manual = new URL('../docs/operations.md', import.meta.url);
await writeFile(new URL('../.env.example', import.meta.url), exampleFile);
await writeFile(new URL('../docs/settings.md', import.meta.url), settingsPage);
await writeFile(manual, withDeskTable(await readFile(manual, 'utf8')));
