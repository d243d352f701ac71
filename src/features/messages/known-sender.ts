import { loginOf } from '../../lib/member.ts';
import { storedUser } from '../../lib/stored-user.ts';

/** The name and email address of the member whose login is stored; empty strings if there is none. */
export function knownSender(): { name: string; email: string } {
  const login = loginOf(storedUser());
  if (login.status !== 'authenticated') return { name: '', email: '' };
  const { firstname, lastname, email } = login.member;
  return { name: `${firstname} ${lastname}`.trim(), email };
}
