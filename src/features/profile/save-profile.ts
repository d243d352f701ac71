import { loadSupabase } from '../../lib/supabase.ts';
import { picturePath, type Picture } from './picture.ts';
import {
  refreshProfile,
  showProfile,
  writeProfile,
  type Profile,
  type ProfileChanges,
} from './profile-store.ts';

const bucket = 'profileimages';

/** What to do with the member's picture. */
export type PictureChange =
  { kind: 'keep' } | { kind: 'remove' } | { kind: 'replace'; picture: Picture };

/** How a save ended, with the profile as it stands now; nothing was changed by 'not-updated'. */
export type SaveResult =
  { status: 'updated' | 'picture-not-uploaded'; profile: Profile } | { status: 'not-updated' };

/** What a save is busy with, for the progress that is shown. */
export type SaveStep = 'details' | 'picture';

type Save = {
  memberId: string;
  /** The profile as it was shown. */
  before: Profile;
  /** The fields that were changed. */
  changes: Omit<ProfileChanges, 'profileimage'>;
  picture: PictureChange;
  onStep: (step: SaveStep) => void;
};

/** The storage path behind the public URL of a member's own picture; undefined for any other text. */
export function pathOfPicture(memberId: string, url: string): string | undefined {
  const [, path] = url.split(`/object/public/${bucket}/`);
  return path?.startsWith(`${memberId}/`) ? path : undefined;
}

async function files() {
  const { storage } = await loadSupabase();
  return storage.from(bucket);
}

async function removeFile(memberId: string, url: string): Promise<void> {
  const path = pathOfPicture(memberId, url);
  // A file that stays behind is not worth a message: nothing refers to it any more.
  if (path) await (await files()).remove([path]).catch(() => undefined);
}

async function uploadFile(path: string, { bytes, type }: Picture): Promise<boolean> {
  try {
    const { error } = await (await files()).upload(path, bytes, { contentType: type });
    return !error;
  } catch {
    return false;
  }
}

/** Row first, then the file, as spec §4 orders it. */
async function replacePicture(
  { memberId, before, changes, onStep }: Save,
  picture: Picture,
): Promise<SaveResult> {
  const path = picturePath(memberId, picture.type);
  const { publicUrl } = (await files()).getPublicUrl(path).data;
  const profile = await writeProfile(memberId, before.email, {
    ...changes,
    profileimage: publicUrl,
  });
  onStep('picture');
  if (await uploadFile(path, picture)) return { status: 'updated', profile };
  // Where this fails too, the row names a picture that is not there, which shows as the default.
  await writeProfile(memberId, before.email, { profileimage: '' }).catch(() => undefined);
  return { status: 'picture-not-uploaded', profile: { ...profile, profileimage: '' } };
}

async function keepOrRemovePicture({ memberId, before, changes, picture }: Save) {
  const profile = await writeProfile(memberId, before.email, {
    ...changes,
    ...(picture.kind === 'remove' && { profileimage: '' }),
  });
  return { status: 'updated', profile } as const;
}

/**
 * Saves a profile: only what was changed, so that two open tabs do not undo each other (D21). When
 * the upload of a new picture fails the image field is emptied in the row too. The file of the
 * picture before is deleted once nothing refers to it. Never throws.
 */
export async function saveProfile(save: Save): Promise<SaveResult> {
  const { memberId, before, picture, onStep } = save;
  onStep('details');
  try {
    const result =
      picture.kind === 'replace'
        ? await replacePicture(save, picture.picture)
        : await keepOrRemovePicture(save);
    if (result.status === 'not-updated') return result;
    showProfile(memberId, result.profile);
    if (picture.kind !== 'keep') void removeFile(memberId, before.profileimage);
    return result;
  } catch {
    // The row may have moved on in another tab: the next try starts from what it is now.
    refreshProfile();
    return { status: 'not-updated' };
  }
}
