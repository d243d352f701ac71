import * as v from 'valibot';
import { count } from '../../domain/words/count.ts';
import { keysOf } from '../../domain/words/keys-of.ts';
import { keptOfMember } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import type { Material } from './material-store.ts';

/** A text that this member may read. */
export type ReadableText = Material & { body: string };

/** The kinds of texts, in the order used on the page, with their headings. */
export const materialKinds: Record<Material['kind'], string> = {
  transcript: 'Interview transcripts',
  wat: 'WAT topics',
  gd: 'GD topics',
  cv: 'CV notes',
};
export const kinds = keysOf(materialKinds);

/** Whether the member may read the whole text, or only its title (§18.59). */
export const isReadable = (text: Material): text is ReadableText => text.body !== null;

/** How long a text takes to read, at 200 words a minute: '1 minute', '6 minutes'. */
export function readingTime(body: string): string {
  return count(Math.ceil(body.split(/\s+/).length / 200), 'minute');
}

/** A heading's id on the page, made from its position among the text's headings. */
export const headingId = (index: number) => `heading-${index}`;

/** A heading's position, read back from an id made by `headingId`. */
export const headingIndex = (id: string) => Number(id.slice('heading-'.length));

/** The address of a text, or of a heading in it (§18.91). */
export function textAddress(id: number, heading?: number): string {
  const fragment = heading === undefined ? '' : `#${headingId(heading)}`;
  return `?${new URLSearchParams({ text: String(id) })}${fragment}`;
}

/**
 * Where the member was reading on this device (§18.61): the text, and the position and words of the last heading
 * passed.
 */
export const readingPlace = keptOfMember(
  storageKeys.readingPlace,
  v.object({ text: v.number(), heading: v.number(), name: v.string() }),
  'local',
);
