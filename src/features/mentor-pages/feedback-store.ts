import { feedbackPage, feedbackReply, mentorPaths } from '../../domain/mentors/mentor-pages.ts';
import type { FeedbackRequest } from '../../domain/mentors/mentor-requests.ts';
import { serverNow } from '../../lib/clock.ts';
import { fileTimeout, saveReply } from '../../lib/member-files.ts';
import { requireSaving } from '../../lib/save-bytes.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { createMentorPage, failureOf } from './mentor-page.ts';

/** The session behind the mentor's link (§15.20). */
export const feedbackLink = createMentorPage({
  storageKey: storageKeys.feedbackLink,
  path: mentorPaths.feedback,
  schema: feedbackPage,
});

const unscored = { content: null, structure: null, communication: null, presence: null };
const unwritten = { went_well: '', to_work_on: '', exercise: '' };

/** Sends feedback on one member (§15.17). Resolves to undefined, or to the reason why sending failed. */
export async function giveFeedback(request: FeedbackRequest) {
  try {
    await feedbackLink.post(request, feedbackReply);
  } catch (error) {
    return failureOf(error);
  }
  const { data } = feedbackLink.$data.get();
  if (!data) return undefined;
  const feedback = {
    ...unscored,
    ...unwritten,
    ...request,
    given_at: new Date(serverNow()).toISOString(),
  };
  const members = data.members.map((member) =>
    // Feedback answers this member's report (§15.88).
    member.booking === request.booking ? { ...member, feedback, report_until: null } : member,
  );
  feedbackLink.show({ ...data, members });
  return undefined;
}

/** Saves a member's file on this device as `name`. Throws FunctionError or ToldError. */
export async function saveMembersFile(id: string, name: string): Promise<void> {
  requireSaving();
  await saveReply(await feedbackLink.fetch(`?file=${id}`, { timeout: fileTimeout }), name);
}
