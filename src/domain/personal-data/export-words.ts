/** What each key of an export contains, in plain words. The export includes these texts (§18.41). */
export const aboutExport = {
  file: 'Everything we hold about you, as one JSON file: text that people and programs can read. Amounts are in paise, a hundredth of a rupee. Times are in UTC, five and a half hours behind India.',
  profile: 'Your name, email address, phone number, referral code and your picture’s web address.',
  account:
    'When you created, confirmed and last used your account, and what you entered to sign up. We keep your password only in a scrambled form that cannot be reversed, and it is not in this file.',
  terms_accepted: 'Which version of our terms you accepted, and when.',
  referral: 'Your own referral code, and how many people joined with it.',
  devices: 'Where you are logged in: since when, your browser and your network address.',
  log: 'The sign-ups, logins and account changes we still keep.',
  addressChangedAt: 'When your account’s email last changed.',
  unsubscribedAt: 'When you unsubscribed from announcements.',
  pictures: 'The file names of your pictures.',
  orders: 'Your packs with their payments and refunds.',
  ordersWithoutAccount: 'Packs bought without an account, with an address you have verified.',
  discountCodes: 'Discount codes made for one of your addresses.',
  paymentsForOthers: 'Payments with your address for another member’s order.',
  sessions:
    'Your sessions with all feedback, your notes on exercises, and your ratings; the addresses you have verified; people you share packs with; your free interview; the times you are waiting for; and your target schools. In the scores for a GD, “structure” stands for listening, “communication” for building on others’ points, and “presence” for leadership.',
  files:
    'The files you sent us, with their sizes. “Download my data” on the settings page lists them with a button for each.',
  loan: 'Your loan requests, your consents with their wording, the offers you chose with each step, and better offers you sent.',
  refunds: 'Your refund requests, with what you told us, each step and what we paid.',
  messages: 'Messages you sent us while logged in or from one of your addresses, and our answers.',
  mails: 'The emails we sent you, with the data we used to write them, but without their links.',
} as const;
