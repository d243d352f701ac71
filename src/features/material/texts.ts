import * as v from 'valibot';
import { keysOf } from '../../domain/words/keys-of.ts';
import { keptOfMember } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import type { Material } from './material-store.ts';

/** A text that the member may read. */
export type ReadableText = Material & { body: string };

/** The kinds of texts, in the order of the page, with their headings. */
export const materialKinds: Record<Material['kind'], string> = {
  transcript: 'Interview transcripts',
  wat: 'WAT topics',
  gd: 'GD topics',
  cv: 'CV notes',
};
export const kinds = keysOf(materialKinds);

/** Whether the member may read the text, and not only its title (§18.59). */
export const isReadable = (text: Material): text is ReadableText => text.body !== null;

/** The id of a heading on the page, by its place among the headings of its text. */
export const headingId = (index: number) => `heading-${index}`;

/** The place of a heading with an id of `headingId`. */
export const headingIndex = (id: string) => Number(id.slice('heading-'.length));

/** The address of a text, or of a heading in it (§18.91). */
export function textAddress(id: number, heading?: number): string {
  const fragment = heading === undefined ? '' : `#${headingId(heading)}`;
  return `?${new URLSearchParams({ text: String(id) })}${fragment}`;
}

/** Where a member was reading on this device (§18.61): the text, and the last heading that was passed, with its words. */
export const readingPlace = keptOfMember(
  storageKeys.readingPlace,
  v.object({ text: v.number(), heading: v.number(), name: v.string() }),
  'local',
);
