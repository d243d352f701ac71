import * as v from 'valibot';
import { kept } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

/** The fields of a feedback, by the names of its request. */
export const feedbackFields = [
  'attended',
  'content',
  'structure',
  'communication',
  'presence',
  'went_well',
  'to_work_on',
  'exercise',
] as const;

const fields = v.object(v.entriesFromList(feedbackFields, v.optional(v.nullable(v.string()))));

const drafts = v.array(v.object({ booking: v.string(), until: v.number(), fields }));

/** What a mentor has typed about a member and not sent. */
export type FeedbackDraft = v.InferOutput<typeof fields>;

const stored = kept(storageKeys.feedbackDrafts, drafts, 'local');

/** The drafts whose link still works; others are about people whom this device need not know any more. */
const readDrafts = () => (stored.read() ?? []).filter(({ until }) => until > Date.now());

function writeDrafts(all: v.InferOutput<typeof drafts>): void {
  if (all.length === 0) stored.forget();
  else stored.keep(all);
}

const draftsWithout = (booking: string) =>
  readDrafts().filter((draft) => draft.booking !== booking);

/** Keeps what was typed about the member of a booking on this device until the link ends, in ms. */
export function keepDraft(booking: string, until: number, typed: FeedbackDraft): void {
  writeDrafts([...draftsWithout(booking), { booking, until, fields: typed }]);
}

/** What was typed about the member of a booking and not sent. Deletes what is older than its link. */
export function draftOf(booking: string): FeedbackDraft | undefined {
  const all = readDrafts();
  writeDrafts(all);
  return all.find((draft) => draft.booking === booking)?.fields;
}

/** Deletes what was typed, because it was sent. */
export function forgetDraft(booking: string): void {
  writeDrafts(draftsWithout(booking));
}
