export const sessionKinds = ['interview', 'gd'] as const;

/** What a session is (§15.2). */
export type SessionKind = (typeof sessionKinds)[number];

/** What people call the two kinds of sessions. */
export const sessionNames: Record<SessionKind, string> = {
  interview: 'Mock interview',
  gd: 'Mock GD',
};

/** The same within a sentence. */
export const sessionWords: Record<SessionKind, string> = {
  interview: 'mock interview',
  gd: 'mock GD',
};

/** A mentor as a sentence names them: 'Meera, IIM Ahmedabad'. */
export const mentorName = ({ name, institute }: { name: string; institute: string | null }) =>
  institute ? `${name}, ${institute}` : name;

/** A session as a calendar and a list name it: 'Mock interview with Meera, IIM Ahmedabad'. */
export function sessionTitle(
  kind: SessionKind,
  mentor: { name: string; institute: string },
): string {
  return `${sessionNames[kind]} with ${mentorName(mentor)}`;
}
