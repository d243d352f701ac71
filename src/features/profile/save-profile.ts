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

async function files() {
  const { storage } = await loadSupabase();
  return storage.from(bucket);
}

/** The paths of a member's pictures as they are now; none where the service cannot say. */
async function picturesOf(memberId: string): Promise<string[]> {
  try {
    const { data } = await (await files()).list(memberId);
    return data?.map(({ name }) => `${memberId}/${name.split('/').at(-1) ?? ''}`) ?? [];
  } catch {
    return [];
  }
}

/**
 * Deletes pictures nothing refers to any more. One that stays behind is not worth a message: it goes
 * with the next change.
 */
async function removePictures(paths: string[]): Promise<void> {
  if (paths.length > 0) await (await files()).remove(paths).catch(() => undefined);
}

async function uploadFile(path: string, { bytes, type }: Picture): Promise<boolean> {
  try {
    const { error } = await (await files()).upload(path, bytes, { contentType: type });
    return !error;
  } catch {
    return false;
  }
}

/** The row is written first, then the file (§7.8). */
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
 * the upload of a new picture fails the image field is emptied in the row too. The files of
 * earlier pictures are deleted once nothing refers to them. Never throws.
 */
export async function saveProfile(save: Save): Promise<SaveResult> {
  const { memberId, picture, onStep } = save;
  onStep('details');
  // Asked before anything is uploaded, so that what another tab adds meanwhile is not among them.
  const earlier = picture.kind === 'keep' ? Promise.resolve([]) : picturesOf(memberId);
  try {
    const result =
      picture.kind === 'replace'
        ? await replacePicture(save, picture.picture)
        : await keepOrRemovePicture(save);
    if (result.status === 'not-updated') return result;
    showProfile(memberId, result.profile);
    void earlier.then(removePictures);
    return result;
  } catch {
    // The row may have moved on in another tab: the next try starts from what it is now.
    refreshProfile();
    return { status: 'not-updated' };
  }
}
