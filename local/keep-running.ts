import { sqlEditor } from './backend/sql-editor.ts';
import type { StackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { readKeys } from './keys.ts';
import { addSampleOwner, sampleOwner } from './sample-owner.ts';
import { addSamples } from './samples.ts';
import { startSchedule } from './schedule.ts';
import type { Parts } from './stack.ts';
import { step } from './step.ts';

/** What to print: a running stack's addresses and a test payment. */
function addresses(config: StackConfig): string {
  const urls = stackUrls(config);
  return `
  Site       ${urls.site}
  Mailbox    ${urls.mailbox}   every email the site sends
  Payments   ${urls.sandbox}   the provider's sandbox: orders, refunds, webhooks
  Backend    ${urls.backend}   Supabase: accounts, data, pictures
  Desk       ${urls.site}/desk   ${sampleOwner.email}, password '${sampleOwner.password}'
             'npm run desk-code' prints the six digits

  Try it: sign up at ${urls.site}/signup, buy a pack at ${urls.site}/buy
  and pay with the UPI address success@razorpay (failure@razorpay fails).
  Data is kept in ${config.dataDir}; Ctrl-C stops everything.
`;
}

/** The first Ctrl-C (or SIGTERM) stops everything and ends the process (§20.17); a second ends it right away. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.log('\nStopping ...');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/**
 * Adds the samples, the sample owner and the schedule to a running stack, prints its addresses, and stops the stack on
 * Ctrl-C.
 */
export async function keepRunning(config: StackConfig, parts: Parts): Promise<void> {
  const { site, backend } = stackUrls(config);
  const { secretKey, publishableKey } = readKeys(config.dataDir);
  const editor = sqlEditor(backend, secretKey);
  await step('added the samples', async () => {
    await addSamples(editor);
    await addSampleOwner(backend, publishableKey, editor);
  });
  // A stack that was off for a while looks like a restored copy, so its jobs may have been stopped (§20.41).
  await editor(`select operations.start('jobs')`);
  const endSchedule = startSchedule(site, editor);
  stopOnSignal(async () => {
    endSchedule();
    await parts.stop();
  });
  console.log(addresses(config));
}
