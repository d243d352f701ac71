import * as v from 'valibot';

export type Member = { id: string; email: string; firstname: string; lastname: string };

/** Who is here. `loading` until the stored session, if there is one, has been confirmed. */
export type Session =
  { status: 'loading' } | { status: 'anonymous' } | { status: 'authenticated'; member: Member };

const name = v.fallback(v.string(), '');
const metadata = v.fallback(v.object({ firstname: name, lastname: name }), {
  firstname: '',
  lastname: '',
});

const authenticatedUser = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  role: v.literal('authenticated'),
  email: v.optional(v.string(), ''),
  user_metadata: metadata,
});

/**
 * The session as the site sees it. Only a user whose role is 'authenticated' is signed in (§6.1); the
 * role comes from the account service, never from metadata that a member can write.
 */
export function sessionOf(user: unknown): Session {
  const result = v.safeParse(authenticatedUser, user);
  if (!result.success) return { status: 'anonymous' };
  const { id, email, user_metadata } = result.output;
  return { status: 'authenticated', member: { id, email, ...user_metadata } };
}
