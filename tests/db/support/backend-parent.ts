/** Starts the local backend with the options in its argument, and stays alive as its parent. */
import { startBackend } from '../../../local/backend/start.ts';

const [, , options = ''] = process.argv;
await startBackend(JSON.parse(options) as Parameters<typeof startBackend>[0]);
console.log('started');
