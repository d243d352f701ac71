import type { Profile } from '../../../../src/features/account/profile-store.ts';
import type { Losses } from '../../../../src/features/personal-data/closing-store.ts';
import type { Agreed } from '../../../../src/features/personal-data/consents-store.ts';
import type { MyEmail } from '../../../../src/features/personal-data/email-store.ts';
import { member, session } from '../island.tsx';
import { sessions } from './bookings.ts';
import { consent } from './loans.ts';

// The answers about a member's account. Types and stores come from the same schemas, so an answer that the
// site would not take fails here.

/** The member's row of `profiles`. */
export const profile = {
  email: member.email,
  firstname: 'Asha',
  lastname: 'Rao',
  phonenumber: '9876543210',
  referralcode: '0000',
  profileimage: '',
} satisfies Profile;

/** Where the pictures of the member are kept. */
export const pictures = `https://backend.test/storage/v1/object/public/profileimages/${member.id}`;

/** The answer of `my_sessions` for a member who has nothing yet, nor a verified address. */
export const nothingYet = sessions({ addresses: [] });

/** The answer of `my_email`. */
export const myEmail = { email: member.email, change: null } satisfies MyEmail;

/** A change of the address that nobody has answered. */
export const emailChange = {
  address: 'new@example.com',
  expires_at: '2026-11-24T10:00:00Z',
  old_confirmed: false,
  new_confirmed: false,
} satisfies MyEmail['change'];

/** A consent to the loan group that was given. */
export const groupConsent = consent({ given_at: '2026-11-20T10:00:00Z' });

/** The answer of `my_consents` for a member who gave none for a loan. */
export const myConsents = {
  terms: [{ version: '2026-11-01', accepted_at: '2026-11-20T10:00:00Z' }],
  shared_packs: [],
  loan: [],
} satisfies Agreed;

/** The answer of `what_closing_ends` for a member who has nothing. */
export const losesNothing = {
  packs: [],
  free_interview: false,
  bookings: [],
  guest_bookings: 0,
  feedback: 0,
  files: 0,
  loan_group: null,
  lenders: [],
} satisfies Losses;

/** A token as our own mails have it. */
export const mailedToken = '0123456789abcdef'.repeat(4);

/** The session of another member. */
export const otherSession = {
  ...session,
  user: { ...member, id: '6a0c3f0e-1111-4222-8333-444455556666', email: 'meera@example.com' },
};
