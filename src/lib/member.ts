import * as v from 'valibot';

/** The signed-in member as the session knows them. */
export type Member = { id: string; email: string; firstname: string; lastname: string };

/** Who is signed in (§6.2). It is `loading` until a stored session is confirmed. */
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
 * The session of a user of the account service. Only the role 'authenticated' is signed in (§6.1); it never
 * comes from metadata, which a member can write.
 */
export function sessionOf(user: unknown): Session {
  const result = v.safeParse(authenticatedUser, user);
  if (!result.success) return { status: 'anonymous' };
  const { id, email, user_metadata } = result.output;
  return { status: 'authenticated', member: { id, email, ...user_metadata } };
}
