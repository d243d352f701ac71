export const sessionKinds = ['interview', 'gd'] as const;

/** A kind of session that members can book (§15.2). */
export type SessionKind = (typeof sessionKinds)[number];

/** Each kind of session, as used in headings and labels. */
export const sessionNames: Record<SessionKind, string> = {
  interview: 'Mock interview',
  gd: 'Mock GD',
};

/** The kinds, as options for a question in a form. */
export const kindOptions = sessionKinds.map((value) => ({ value, label: sessionNames[value] }));

/** Each kind of session, as used within a sentence. */
export const sessionWords: Record<SessionKind, string> = {
  interview: 'mock interview',
  gd: 'mock GD',
};

/** Each kind of session in the plural, for the desk. */
export const sessionsOnDesk: Record<SessionKind, string> = {
  interview: 'Interview',
  gd: 'Group discussion',
};

/** How sentences refer to a mentor: 'Meera, IIM Ahmedabad'. */
export const mentorName = ({ name, institute }: { name: string; institute: string | null }) =>
  institute ? `${name}, ${institute}` : name;

/** How calendars and lists name a session: 'Mock interview with Meera, IIM Ahmedabad'. */
export const sessionTitle = (kind: SessionKind, mentor: Parameters<typeof mentorName>[0]) =>
  `${sessionNames[kind]} with ${mentorName(mentor)}`;
