/** What each key of an export contains, in plain words. The export includes these texts (§18.41). */
export const aboutExport = {
  file: 'Everything this site keeps about you, as one JSON file: text that people and programs can read. Amounts are in paise, a hundredth of a rupee. Times are UTC.',
  profile:
    'Your name, e-mail address, phone number, referral code and the address of your picture.',
  account:
    'When the account was created, confirmed and last used, and what the sign-up form sent. The password is kept only as a hash, which cannot be turned back into the password, and is not in this file.',
  terms_accepted: 'Which version of our terms you accepted, and when.',
  referral: 'Your own referral code, and how many people joined with it.',
  devices:
    'Where you are logged in: since when, with which browser and from which network address.',
  log: 'Sign-ups, logins and changes of your account, as far as they are still kept.',
  addressChangedAt: 'When the address of the account changed last.',
  unsubscribedAt: 'When you unsubscribed from announcements.',
  pictures: 'The names of your pictures.',
  orders: 'Your packs with their payments, and what was refunded of each.',
  ordersWithoutAccount: 'Packs bought without signing in, with an address that you have verified.',
  discountCodes: 'Discount codes that were made for an address of yours.',
  paymentsForOthers: 'Payments with your address for the order of another member.',
  sessions:
    'Your sessions with all feedback, what you noted about its exercises, and your ratings, the addresses you have verified, second persons of packs, the free interview, the times you wait for, and the schools you aim at. In a GD, “structure” is listening, “communication” is building on others, and “presence” is leadership.',
  files:
    'The files you sent us, with their sizes. “Download my data” on the settings page lists them with a button for each.',
  loan: 'Your loan requests, the consents with their words, the offers you chose with each step, and better offers you sent.',
  refunds: 'Your requests for refunds, with what you told us, each step and what was paid.',
  messages:
    'What you wrote to us, signed in or from an address that is yours, and what we answered.',
  mails:
    'The mails we sent to you, with the data they were written from. Links in them are left out.',
} as const;
