import { hints } from '../../domain/messages.ts';

/** Why a part of the page could not be downloaded: no connection, or a new deploy took its file away. */
export function notLoadedHint(): 'offline' | 'pageOutOfDate' {
  return navigator.onLine ? 'pageOutOfDate' : 'offline';
}

/** The same as a message. */
export function notLoaded(): string {
  return hints[notLoadedHint()];
}
