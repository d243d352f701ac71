import { hints } from '../../domain/messages.ts';

/** Why a part of the page could not be downloaded: no connection, or a new deploy removed its file. */
export function notLoadedHint(): 'offline' | 'pageOutOfDate' {
  return navigator.onLine ? 'pageOutOfDate' : 'offline';
}

/** The message for a part of the page that could not be downloaded. */
export function notLoaded(): string {
  return hints[notLoadedHint()];
}
