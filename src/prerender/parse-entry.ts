import type { z } from 'astro/zod';

const kinds: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  boolean: 'true or false',
};

/** What is wrong with a value whose schema has no words for it. */
const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `there is no field ${issue.keys.join(' or ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  return (issue.input ?? undefined) === undefined
    ? 'is missing'
    : `must be ${kinds[issue.expected] ?? issue.expected}`;
};

/**
 * An entry as its schema has it. Throws a sentence that starts with `where` and says everything that is
 * wrong with it.
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
