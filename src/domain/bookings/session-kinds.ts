export const sessionKinds = ['interview', 'gd'] as const;

/** The kind of a session (§15.2). */
export type SessionKind = (typeof sessionKinds)[number];

/** The name of each kind of session. */
export const sessionNames: Record<SessionKind, string> = {
  interview: 'Mock interview',
  gd: 'Mock GD',
};

/** The kinds as answers of a question. */
export const kindOptions = sessionKinds.map((value) => ({ value, label: sessionNames[value] }));

/** The same within a sentence. */
export const sessionWords: Record<SessionKind, string> = {
  interview: 'mock interview',
  gd: 'mock GD',
};

/** The same for the owner. */
export const sessionsOnDesk: Record<SessionKind, string> = {
  interview: 'Interview',
  gd: 'Group discussion',
};

/** How a sentence names a mentor: 'Meera, IIM Ahmedabad'. */
export const mentorName = ({ name, institute }: { name: string; institute: string | null }) =>
  institute ? `${name}, ${institute}` : name;

/** How calendars and lists name a session: 'Mock interview with Meera, IIM Ahmedabad'. */
export const sessionTitle = (kind: SessionKind, mentor: Parameters<typeof mentorName>[0]) =>
  `${sessionNames[kind]} with ${mentorName(mentor)}`;
