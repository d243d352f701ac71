import * as v from 'valibot';
import { scoreIds, textIds } from '../../domain/mentors/feedback-fields.ts';
import { serverNow } from '../../lib/clock.ts';
import { kept } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

/** The form's fields, named as in the request. */
export const feedbackFields = ['attended', ...scoreIds, ...textIds] as const;

const fields = v.object(v.entriesFromList(feedbackFields, v.optional(v.nullable(v.string()))));

const drafts = v.array(v.object({ booking: v.string(), until: v.number(), fields }));

/** Text about a member that the mentor has typed but not sent. */
export type FeedbackDraft = v.InferOutput<typeof fields>;

const stored = kept(storageKeys.feedbackDrafts, drafts, 'local');

/** Only drafts whose link still works; the others contain personal data that this device no longer needs. */
const readDrafts = () => (stored.read() ?? []).filter(({ until }) => until > serverNow());

function writeDrafts(all: v.InferOutput<typeof drafts>): void {
  if (all.length === 0) stored.forget();
  else stored.keep(all);
}

const draftsWithout = (booking: string) =>
  readDrafts().filter((draft) => draft.booking !== booking);

/** Keeps the feedback draft for this booking on this device. `until` is when the link expires, in milliseconds. */
export function keepDraft(booking: string, until: number, typed: FeedbackDraft): void {
  writeDrafts([...draftsWithout(booking), { booking, until, fields: typed }]);
}

/** Returns the feedback draft for this booking. Also deletes all drafts whose link has expired. */
export function draftOf(booking: string): FeedbackDraft | undefined {
  const all = readDrafts();
  writeDrafts(all);
  return all.find((draft) => draft.booking === booking)?.fields;
}

/** Deletes the feedback draft for this booking. */
export const forgetDraft = (booking: string): void => writeDrafts(draftsWithout(booking));
