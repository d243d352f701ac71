import type { Profile } from '../../../../src/features/account/profile-store.ts';
import type { Losses } from '../../../../src/features/personal-data/closing-store.ts';
import type { Agreed } from '../../../../src/features/personal-data/consents-store.ts';
import type { MyEmail } from '../../../../src/features/personal-data/email-store.ts';
import { member, session } from '../island.tsx';
import { sessions } from './bookings.ts';
import { consent } from './loans.ts';

// The answers about a member’s account. Their types come from the same schemas as the site’s stores, so an answer that
// the site would reject fails here.

/** The member’s row in `profiles`. */
export const profile = {
  email: member.email,
  firstname: 'Asha',
  lastname: 'Rao',
  phonenumber: '9876543210',
  referralcode: '0000',
  profileimage: '',
} satisfies Profile;

/** The folder of the member’s pictures. */
export const pictures = `https://backend.test/storage/v1/object/public/profileimages/${member.id}`;

/** The answer of `my_sessions` for a member who has nothing yet, not even a verified address. */
export const nothingYet = sessions({ addresses: [] });

export const myEmail = {
  email: member.email,
  verified: true,
  change: null,
  link: null,
} satisfies MyEmail;

/** An email change that neither address has confirmed. */
export const emailChange = {
  address: 'new@example.com',
  expires_at: '2026-11-24T10:00:00Z',
  old_confirmed: false,
  new_confirmed: false,
} satisfies MyEmail['change'];

export const groupConsent = consent({ given_at: '2026-11-20T10:00:00Z' });

/** The answer of `my_consents` for a member without a consent for a loan. */
export const myConsents = {
  terms: [{ version: '2026-11-01', accepted_at: '2026-11-20T10:00:00Z' }],
  shared_packs: [],
  loan: [],
} satisfies Agreed;

/** The answer of `what_closing_ends` for a member who has nothing to lose. */
export const losesNothing = {
  packs: [],
  bought: [],
  free_interview: false,
  bookings: [],
  guest_bookings: 0,
  feedback: 0,
  files: 0,
  loan_group: null,
  lenders: [],
} satisfies Losses;

/** A token in the format of our emails. */
export const mailedToken = '0123456789abcdef'.repeat(4);

/** Another member’s login. */
export const otherSession = {
  ...session,
  user: { ...member, id: '6a0c3f0e-1111-4222-8333-444455556666', email: 'meera@example.com' },
};
