import type { FeedbackRequest } from '../../domain/mentor/feedback-request.ts';
import { saveBytes } from '../../lib/save-bytes.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { failureOf } from './mentor-error.ts';
import { createMentorPage } from './mentor-page.ts';

const calls = () => import('./mentor-calls.ts');

const { $page, load, token } = createMentorPage(storageKeys.feedbackLink, async (given) =>
  (await calls()).findFeedbackPage(given),
);

/** The session of the mentor's link (§15.20). */
export const $feedbackPage = $page;

/** Loads the session again. */
export const loadFeedbackPage = load;

const unscored = { content: null, structure: null, communication: null, presence: null };
const unwritten = { went_well: '', to_work_on: '', exercise: '' };

/** Sends feedback on one member (§15.17). Resolves to why that failed, or to undefined. */
export async function giveFeedback(request: FeedbackRequest): Promise<string | undefined> {
  let version: number;
  try {
    version = await (await calls()).sendFeedback(token(), request);
  } catch (error) {
    return failureOf(error).message;
  }
  const state = $page.get();
  if (state.status !== 'ready') return undefined;
  const { booking, ...given } = request;
  const feedback = {
    ...unscored,
    ...unwritten,
    ...given,
    version,
    given_at: new Date().toISOString(),
  };
  const members = state.page.members.map((member) =>
    member.booking === booking ? { ...member, feedback } : member,
  );
  $page.set({ status: 'ready', page: { ...state.page, members } });
  return undefined;
}

/** Saves a member's file on this device as `name`. Resolves to why that failed, or to undefined. */
export async function saveFile(id: string, name: string): Promise<string | undefined> {
  let file: Blob;
  try {
    file = await (await calls()).fetchFile(token(), id);
  } catch (error) {
    return failureOf(error).message;
  }
  saveBytes(file, name);
  return undefined;
}
