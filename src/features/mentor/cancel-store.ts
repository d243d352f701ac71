import { cancelPage, mentorPaths } from '../../domain/mentor/mentor-pages.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { createMentorPage } from './mentor-page.ts';

/** The session of the mentor's link to call it off (§15.16). */
export const cancelLink = createMentorPage({
  storageKey: storageKeys.cancelLink,
  path: mentorPaths.cancel,
  schema: cancelPage,
});

/** Calls the session off for everybody (§15.65). Resolves to why that failed, or to undefined. */
export const callOff = () => cancelLink.change({});
