import { sessionOf } from '../../lib/member.ts';
import { storedUser } from '../../lib/stored-user.ts';

/** Name and address of the member whose session is stored; empty strings if there is none. */
export function knownSender(): { name: string; email: string } {
  const session = sessionOf(storedUser());
  if (session.status !== 'authenticated') return { name: '', email: '' };
  const { firstname, lastname, email } = session.member;
  return { name: `${firstname} ${lastname}`.trim(), email };
}
