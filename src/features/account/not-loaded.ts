import { hints } from '../../domain/messages.ts';

/** The client only throws when it could not be downloaded: offline, or after a new deploy. */
export function notLoaded(): string {
  return navigator.onLine ? hints.pageOutOfDate : hints.offline;
}
