import * as v from 'valibot';
import { filePath } from '../files/member-files.ts';
import { uuid } from '../schema.ts';

/** Query of a GET by an operator: a letter or a written offer (§22.9). */
export const deskFileQuery = v.object({
  kind: v.literal('desk'),
  file: uuid,
});

/** Where an operator downloads a letter or a written offer. */
export function deskFileAddress(file: string): string {
  return `${filePath}?${new URLSearchParams({ kind: 'desk', file })}`;
}
