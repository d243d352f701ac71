import type { FeedbackRequest } from '../../domain/mentor/feedback-request.ts';
import {
  cancelPage,
  feedbackPage,
  feedbackReply,
  mentorPaths,
  type CancelPage,
  type FeedbackPage,
} from '../../domain/mentor/mentor-pages.ts';
import { fileTimeout } from '../../lib/member-files.ts';
import { callForMentor, fetchForMentor, unanswered } from './mentor-service.ts';

// Downloaded once there is a link. Each call throws MentorError unless it succeeds.

/** The session of a link to feedback (§15.20). */
export function findFeedbackPage(token: string): Promise<FeedbackPage> {
  return callForMentor(token, mentorPaths.feedback, feedbackPage);
}

/** Sends feedback on one member; resolves to its version (§15.19). */
export async function sendFeedback(token: string, request: FeedbackRequest): Promise<number> {
  return (await callForMentor(token, mentorPaths.feedback, feedbackReply, request)).version;
}

/** A file of a member. */
export async function fetchFile(token: string, id: string): Promise<Blob> {
  const call = { timeout: fileTimeout };
  const response = await fetchForMentor(token, `${mentorPaths.feedback}?file=${id}`, call);
  return response.blob().catch(() => {
    throw unanswered();
  });
}

/** The session of a link to cancel. */
export function findCancelPage(token: string): Promise<CancelPage> {
  return callForMentor(token, mentorPaths.cancel, cancelPage);
}

/** Calls the session off for everybody (§15.65). */
export function sendCancel(token: string): Promise<CancelPage> {
  return callForMentor(token, mentorPaths.cancel, cancelPage, {});
}
