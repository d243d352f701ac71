import * as v from 'valibot';
import { inputError } from './errors.ts';

/** The provider's limits on notes: 15 pairs, 256 characters per value. */
const maxNotes = 15;
const maxNoteLength = 256;

/** A text field; anything else is refused with the provider's message. */
export const textInput = v.string(wrongType);

/** The `notes` of a request: pairs, or the empty list that the provider itself sends for none. */
export const notesInput = v.lazy((input) =>
  Array.isArray(input)
    ? v.strictTuple([], wrongType)
    : v.pipe(
        v.record(v.string(), noteValue, wrongType),
        v.maxEntries(
          maxNotes,
          `Number of fields in notes should be less than or equal to ${maxNotes}.`,
        ),
      ),
);

const noteValue = v.lazy((input) =>
  typeof input === 'number' || typeof input === 'boolean'
    ? v.union([v.number(), v.boolean()])
    : v.pipe(
        textInput,
        v.maxLength(maxNoteLength, `notes: the length must be no more than ${maxNoteLength}.`),
      ),
);

/** The provider's message for an amount that is too small. */
export const atLeastOneRupee = 'The amount must be at least INR 1.00';

/** An amount in whole paise. */
export const amountInput = v.pipe(
  v.number('The amount must be an integer.'),
  v.integer('The amount must be an integer.'),
);

/**
 * Parses a request body, or throws the provider's 400 for the first field that is wrong, missing or
 * unexpected. `required` gives the message for a missing field.
 */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
  required: (field: string) => string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue) ?? '';
  if (issue.expected === 'never') {
    throw inputError(`${path} is/are not required and should not be sent`, {
      reason: 'extra_field_sent',
    });
  }
  throw inputError(issue.received === 'undefined' ? required(path) : issue.message, {
    field: path.replace(/^notes\..*/, 'notes'),
  });
}

function wrongType(issue: { input: unknown }): string {
  const { input } = issue;
  const provided = typeof input === 'string' ? input : JSON.stringify(input);
  return `expected string but provided ${provided}`;
}
