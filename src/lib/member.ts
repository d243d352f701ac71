import * as v from 'valibot';

/** The member who is logged in, as described by the login. */
export type Member = { id: string; email: string; firstname: string; lastname: string };

/** Who is logged in (§6.2); 'loading' until a stored login is confirmed. */
export type Login =
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
 * The user's login at the account service. Only the role 'authenticated' counts (§6.1), and never a role in the
 * metadata, because members can write that.
 */
export function loginOf(user: unknown): Login {
  const result = v.safeParse(authenticatedUser, user);
  if (!result.success) return { status: 'anonymous' };
  const { id, email, user_metadata } = result.output;
  return { status: 'authenticated', member: { id, email, ...user_metadata } };
}
