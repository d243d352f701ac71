/** A program that starts the local backend with the options of its argument and stays. */
import { startBackend } from '../../../local/backend/start.ts';

const [, , options = ''] = process.argv;
await startBackend(JSON.parse(options) as Parameters<typeof startBackend>[0]);
console.log('started');
