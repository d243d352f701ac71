import { cancelPage, mentorPaths } from '../../domain/mentor/mentor-pages.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { createMentorPage, failureOf } from './mentor-page.ts';

const { $page, load, post } = createMentorPage({
  storageKey: storageKeys.cancelLink,
  path: mentorPaths.cancel,
  schema: cancelPage,
});

/** The session of the mentor's link to call it off (§15.16). */
export const $cancelPage = $page;

/** Loads the page again. */
export const loadCancelPage = load;

/** Calls the session off for everybody (§15.65). Resolves to why that failed, or to undefined. */
export async function callOff(): Promise<{ message: string } | undefined> {
  try {
    $page.set({ status: 'ready', page: await post({}, cancelPage) });
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}
