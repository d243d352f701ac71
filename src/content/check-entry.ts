import type { z } from 'astro/zod';

/** What is wrong with a value whose schema has no words for it. */
const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `there is no field ${issue.keys.join(' or ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  return (issue.input ?? undefined) === undefined ? 'is missing' : `must be a ${issue.expected}`;
};

/** Throws a sentence that starts with `where` and says everything that is wrong with an entry. */
export function checkEntry(schema: z.ZodType, fields: unknown, where: string): void {
  const { error } = schema.safeParse(fields, { error: wording });
  if (!error) return;
  const problems = error.issues.map(({ path, message }) => [...path, message].join(' '));
  throw new Error(`${where}: ${problems.join('; ')}.`);
}
