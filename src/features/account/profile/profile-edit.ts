import { atom, computed, onMount } from 'nanostores';
import { $memberId } from '../../../lib/member-store.ts';
import { $loggingOut } from '../logout.ts';
import { $member } from '../../../lib/member-store.ts';
import { inTime } from '../../../domain/in-time.ts';
import { notLoaded } from '../../../lib/service-errors.ts';
import type { Picture } from './picture.ts';
import { previewOf } from './picture.ts';
import {
  changedFields,
  changesToSend,
  profileDraft,
  shownProfile,
  type ProfileDraft,
} from './profile-changes.ts';
import type { Profile } from '../profile-store.ts';
import { saveProfile, type PictureChange, type SaveStep } from './save-profile.ts';

/** What saving will change about the picture. A chosen file has its name and a preview as a `data:` URL. */
type ChosenPicture =
  | Exclude<PictureChange, { kind: 'replace' }>
  | (Extract<PictureChange, { kind: 'replace' }> & { name: string; preview: string });

const keepPicture: ChosenPicture = { kind: 'keep' };

/** Unsaved text from an earlier visit, used to prefill the form. */
export const $restored = atom<ProfileDraft>({});

/** The fields whose text differs from the saved text. */
const $changed = atom<ProfileDraft>({});

export const $picture = atom<ChosenPicture>(keepPicture);

/**
 * Why the last chosen file was refused. Cleared when the member chooses another file or continues without one (§7.14).
 */
export const $pictureError = atom<string | undefined>(undefined);

/** Which part of the profile is currently being saved. */
export const $saveStep = atom<SaveStep | undefined>(undefined);

/** Whether there is anything to save. */
const $unsaved = computed(
  [$changed, $picture],
  (changed, picture) => Object.keys(changed).length > 0 || picture.kind !== 'keep',
);

onMount($restored, () =>
  $memberId.subscribe((id) => {
    const draft = (id ? profileDraft.read(id) : undefined) ?? {};
    $restored.set(draft);
    $changed.set(draft);
  }),
);

/** Records the typed text as unsaved, and keeps it in this tab (A4). */
export function keepTyped(memberId: string, saved: Profile, typed: ProfileDraft): void {
  const changed = changedFields(saved, typed);
  $changed.set(changed);
  if (Object.keys(changed).length > 0) profileDraft.keep(memberId, changed);
  else profileDraft.forget();
}

/** The check of the file chosen last; undefined once the picture is removed. */
let lastCheck: Promise<{ picture: Picture } | { message: string }> | undefined;

/**
 * Checks a chosen file. Sets `$picture`, or `$pictureError` if the file is refused. If several files are chosen, the
 * last one counts, however long each check takes.
 */
export async function choosePicture(file: File): Promise<void> {
  // Loaded late, because only a member who chooses a picture needs it.
  const check = inTime(import('./check-picture.ts')).then(
    ({ checkPicture }) => checkPicture(file),
    () => ({ message: notLoaded() }),
  );
  lastCheck = check;
  const result = await check;
  if (lastCheck !== check) return;
  if ('message' in result) {
    $pictureError.set(result.message);
    return;
  }
  const { picture } = result;
  $picture.set({ kind: 'replace', picture, name: file.name, preview: previewOf(picture) });
  $pictureError.set(undefined);
}

/** Waits until the chosen file has been checked. Resolves to false if the file was refused (§7.14). */
export async function isPictureAccepted(): Promise<boolean> {
  await lastCheck;
  return $pictureError.get() === undefined;
}

/** Removes the picture: a saved one when the form is saved, a newly chosen one right away. */
export function removePicture(saved: string | undefined): void {
  lastCheck = undefined;
  $picture.set(saved ? { kind: 'remove' } : keepPicture);
  $pictureError.set(undefined);
}

/** Discards all unsaved text and the chosen picture. */
export function discardEdit(): void {
  $restored.set({});
  $changed.set({});
  profileDraft.forget();
  lastCheck = undefined;
  $picture.set(keepPicture);
  $pictureError.set(undefined);
}

/**
 * Saves the typed text and the chosen picture. If only the upload fails, the text is saved, the picture is discarded,
 * and nothing is left to save.
 */
export async function saveEdit(memberId: string, saved: Profile, typed: ProfileDraft) {
  const result = await saveProfile({
    memberId,
    before: saved,
    changes: changesToSend(changedFields(saved, typed)),
    picture: $picture.get(),
    onStep: (step) => $saveStep.set(step),
  });
  $saveStep.set(undefined);
  if (!result.profile) return result;
  discardEdit();
  return { ...result, profile: shownProfile(result.profile) };
}

/**
 * Makes the browser ask for confirmation before the member leaves with unsaved changes, unless the member has been
 * logged out. Returns a function that undoes this.
 */
export function warnBeforeLeaving(): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    const mustLeave = $loggingOut.get() || !$member.get();
    if ($unsaved.get() && !mustLeave) event.preventDefault();
  };
  addEventListener('beforeunload', onLeave);
  return () => removeEventListener('beforeunload', onLeave);
}
