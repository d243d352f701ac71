import * as v from 'valibot';
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

/** How long a text takes to read, at 200 words a minute: '6 min read'. */
export function readingTime(body: string): string {
  return `${Math.ceil(body.split(/\s+/).length / 200)} min read`;
}

/**
 * How a text begins, without headings and Markdown's signs, one paragraph on each line. The parser is loaded only for a
 * whole text.
 */
export function openingOf(body: string): string {
  return body
    .slice(0, 1000)
    .replaceAll(/^#.*$|^\s*(?:[-+>]|\d+\.)\s|[*_`]/gm, '')
    .replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
    .slice(0, 400);
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
