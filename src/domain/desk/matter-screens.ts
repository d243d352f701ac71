/** The screen of the desk on which a matter is settled, by the start of its subject (§22.12). */
const screens: readonly (readonly [RegExp, string])[] = [
  [/^(?:jobs stopped|sales stopped|mails held)/, 'people'],
  [/^(?:refund|dispute|event|webhooks)/, 'money'],
  [/^(?:feedback|no mentor|mentor says|free interviews)/, 'sessions'],
  [/^(?:choice|rate match|lender stop)/, 'loan'],
  [/^(?:messages|mails)/, 'messages'],
];

/** The name of the screen where this matter is settled; undefined if no button settles it. */
export const screenOfMatter = (matter: string): string | undefined =>
  screens.find(([begins]) => begins.test(matter))?.[1];

/** The path of that screen. */
export function pathOfMatter(matter: string): string | undefined {
  const screen = screenOfMatter(matter);
  return screen && `/desk?screen=${screen}`;
}
