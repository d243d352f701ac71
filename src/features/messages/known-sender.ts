import { loginOf } from '../../lib/member.ts';
import { storedUser } from '../../lib/stored-user.ts';

/** Name and address of the member whose session is stored; empty strings if there is none. */
export function knownSender(): { name: string; email: string } {
  const login = loginOf(storedUser());
  if (login.status !== 'authenticated') return { name: '', email: '' };
  const { firstname, lastname, email } = login.member;
  return { name: `${firstname} ${lastname}`.trim(), email };
}
