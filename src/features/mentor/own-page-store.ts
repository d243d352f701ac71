import { mentorPaths } from '../../domain/mentor/mentor-pages.ts';
import {
  mentorPage,
  previewReply,
  type MentorRequest,
  type PreviewedTime,
} from '../../domain/mentor/own-page.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { createMentorPage, failureOf } from './mentor-page.ts';

const { $page, load, post } = createMentorPage({
  storageKey: storageKeys.mentorLink,
  path: mentorPaths.page,
  schema: mentorPage,
});

/** What the mentor's own page shows (§15.85). */
export const $ownPage = $page;

export const loadOwnPage = load;

/** Does something on the page, which then shows what came of it. Resolves to why that failed, or to undefined. */
export async function act(asked: MentorRequest): Promise<{ message: string } | undefined> {
  try {
    $page.set({ status: 'ready', page: await post(asked, mentorPage) });
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

type Pattern = Omit<Extract<MentorRequest, { act: 'preview' }>, 'act'>;

/** Every time of a weekly pattern, and why one would not be opened (§15.86); or why that is not known. */
export async function previewTimes(
  pattern: Pattern,
): Promise<{ times: PreviewedTime[] } | { message: string }> {
  try {
    return await post({ act: 'preview', ...pattern }, previewReply);
  } catch (error) {
    return failureOf(error);
  }
}
