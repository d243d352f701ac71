import { addressRefusals } from './addresses.ts';
import { bookingRefusals } from './bookings.ts';
import { closingRefusals } from './closing.ts';
import { contactOwnRefusals, contactRefusals, unsubscribeRefusals } from './messages.ts';
import { deskRefusals } from './operators.ts';
import { discountOwnRefusals, discountRefusals } from './discounts.ts';
import { emailRefusals } from './email.ts';
import { missingFileRefusals } from './files.ts';
import { exportRefusals } from './export.ts';
import { freeInterviewOwnRefusals, freeInterviewRefusals } from './free-interview.ts';
import { loanRefusals } from './loans.ts';
import { mentorRefusals } from './mentors.ts';
import { secondPersonRefusals } from './naming.ts';
import { profileRefusals } from './profile.ts';
import { purchaseRefusals } from './purchases.ts';
import { refundRefusals } from './refunds.ts';

// For functions and tests. A page must import only its own subject's table, to stay small.

/** Refusals by the database, by subject. */
export const databaseRefusals = {
  addresses: addressRefusals,
  bookings: bookingRefusals,
  contact: contactRefusals,
  discounts: discountRefusals,
  email: emailRefusals,
  files: missingFileRefusals,
  freeInterview: freeInterviewRefusals,
  loans: loanRefusals,
  mentors: mentorRefusals,
  profile: profileRefusals,
  purchases: purchaseRefusals,
  refunds: refundRefusals,
  secondPerson: secondPersonRefusals,
  unsubscribe: unsubscribeRefusals,
} as const;

/** Refusals that functions make without asking the database, by subject. */
export const functionRefusals = {
  closing: closingRefusals,
  contact: contactOwnRefusals,
  desk: deskRefusals,
  discounts: discountOwnRefusals,
  export: exportRefusals,
  freeInterview: freeInterviewOwnRefusals,
} as const;

type WordOf<Table> = Table extends unknown ? keyof Table : never;

/** A word for which one of the tables contains a sentence. */
export type RefusalWord =
  | WordOf<(typeof databaseRefusals)[keyof typeof databaseRefusals]>
  | WordOf<(typeof functionRefusals)[keyof typeof functionRefusals]>;
