import type { z } from 'astro/zod';

const kinds: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  boolean: 'true or false',
};

/** Messages for errors that have no message in the schema. */
const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `there is no field ${issue.keys.join(' or ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  return (issue.input ?? undefined) === undefined
    ? 'is missing'
    : `must be ${kinds[issue.expected] ?? issue.expected}`;
};

/**
 * Parses an entry with its schema. Throws an error that starts with `where` and lists everything wrong with the entry.
 */
export function parseEntry<Schema extends z.ZodType>(
  schema: Schema,
  fields: unknown,
  where: string,
): z.output<Schema> {
  const { data, error } = schema.safeParse(fields, { error: wording });
  if (!error) return data;
  const problems = error.issues.map(({ path, message }) => [...path, message].join(' '));
  throw new Error(`${where}: ${problems.join('; ')}.`);
}
