import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { account } from '../../../src/content/account.ts';
import { fillIn } from './page.tsx';

export async function signupForm() {
  const { SignupForm } = await import('../../../src/features/account/SignupForm.tsx');
  return <SignupForm consent={account.signUp.terms} termsVersion="2026-11-01" />;
}

/** What is typed, by label. */
export const typed = {
  'First Name': 'Asha',
  'Last Name': 'Rao',
  Email: 'asha@example.com',
  'Phone Number': '9876543210',
  Password: 'sixsix',
  'Confirm Password': 'sixsix',
};

export const terms = () => screen.getByRole('checkbox', { name: /terms and condition/i });

export async function fillInSignup(user: UserEvent, changes: Partial<typeof typed> = {}) {
  for (const [label, text] of Object.entries({ ...typed, ...changes })) {
    await fillIn(user, label, text);
  }
  await user.click(terms());
}
