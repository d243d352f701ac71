import * as v from 'valibot';
import { filePath } from '../files/member-files.ts';
import { uuid } from '../schema.ts';

/** The query string with which an operator requests a letter or a written offer (§22.9). */
export const deskFileQuery = v.object({
  kind: v.literal('desk'),
  file: uuid,
});

/** The address where an operator downloads a letter or a written offer. */
export function deskFileAddress(file: string): string {
  return `${filePath}?${new URLSearchParams({ kind: 'desk', file })}`;
}
