import type { StackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { sampleOwner } from './sample-owner.ts';

/** The addresses of a running stack and a payment to try, as printed at the end of `npm start`. */
export function addresses(config: StackConfig): string {
  const urls = stackUrls(config);
  return `
  Site       ${urls.site}
  Mailbox    ${urls.mailbox}   every mail the site sends
  Payments   ${urls.sandbox}   the provider's sandbox: orders, refunds, webhooks
  Backend    ${urls.backend}   Supabase: accounts, data, pictures
  Desk       ${urls.site}/desk   ${sampleOwner.email}, password '${sampleOwner.password}'
             'npm run desk-code' prints the six digits

  Try it: sign up at ${urls.site}/signup, buy a pack at ${urls.site}/buy
  and pay with the UPI address success@razorpay (failure@razorpay fails).
  Data is kept in ${config.dataDir}; Ctrl-C stops everything.
`;
}
