/** The desk's screen for settling a matter, by how the matter's subject starts (§22.12). */
const screens: readonly (readonly [RegExp, string])[] = [
  [/^(?:jobs stopped|sales stopped|mails held)/, 'people'],
  [/^(?:refund(?!s job)|dispute|event|webhooks)/, 'money'],
  [/^(?:feedback|no mentor|mentor says|free interviews)/, 'sessions'],
  [/^(?:choice|rate match|lender stop)/, 'loan'],
  [/^(?:messages|mails)/, 'messages'],
];

/** The screen where an operator settles this matter; undefined if no screen has a button for it. */
export const screenOfMatter = (matter: string): string | undefined =>
  screens.find(([begins]) => begins.test(matter))?.[1];

/** The path of the screen where an operator settles this matter; undefined if no screen has a button for it. */
export function pathOfMatter(matter: string): string | undefined {
  const screen = screenOfMatter(matter);
  return screen && `/desk?screen=${screen}`;
}
