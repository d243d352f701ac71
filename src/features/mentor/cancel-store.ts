import { storageKeys } from '../../lib/storage-keys.ts';
import { failureOf } from './mentor-error.ts';
import { createMentorPage } from './mentor-page.ts';

const calls = () => import('./mentor-calls.ts');

const { $page, load, token } = createMentorPage(storageKeys.cancelLink, async (given) =>
  (await calls()).findCancelPage(given),
);

/** The session of the mentor's link to cancel. */
export const $cancelPage = $page;

/** Loads the session again. */
export const loadCancelPage = load;

/** Calls the session off for everybody (§15.65). Resolves to why that failed, or to undefined. */
export async function callOff(): Promise<string | undefined> {
  try {
    const { sendCancel } = await calls();
    $page.set({ status: 'ready', page: await sendCancel(token()) });
    return undefined;
  } catch (error) {
    return failureOf(error).message;
  }
}
