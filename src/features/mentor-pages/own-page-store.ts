import { atom } from 'nanostores';
import { mentorPaths } from '../../domain/mentors/mentor-pages.ts';
import { mentorPage, previewReply, type PreviewedTime } from '../../domain/mentors/own-page.ts';
import type { MentorRequest } from '../../domain/mentors/mentor-requests.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { createMentorPage, failureOf } from './mentor-page.ts';

/** The data for the mentor's own page (§15.85). */
export const ownPage = createMentorPage({
  storageKey: storageKeys.mentorLink,
  path: mentorPaths.page,
  schema: mentorPage,
});

/** The times that the mentor has just opened, until the next change, which may close them again. */
export const $opened = atom<readonly string[] | undefined>();

/** Says, until the next change, that the mentor has just returned a session: its report has left the page. */
export const $returned = atom('');

/** Sends a change; the page then shows the result. Resolves to undefined, or to the reason why the change failed. */
export function act(asked: MentorRequest) {
  $opened.set(undefined);
  $returned.set('');
  return ownPage.change(asked);
}

type Pattern = Omit<Extract<MentorRequest, { act: 'preview' }>, 'act'>;

/**
 * Previews a weekly pattern: each time, and why it cannot be opened (§15.86). Resolves to a message if the preview
 * fails.
 */
export async function previewTimes(
  pattern: Pattern,
): Promise<{ times: PreviewedTime[] } | { message: string }> {
  try {
    return await ownPage.post({ act: 'preview', ...pattern }, previewReply);
  } catch (error) {
    return failureOf(error);
  }
}
