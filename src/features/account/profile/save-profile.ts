import { settingsMessages } from '../../../domain/account/settings-messages.ts';
import { loadSupabase } from '../../../lib/supabase.ts';
import { picturePath, type Picture } from './picture.ts';
import {
  refreshProfile,
  showProfile,
  writeProfile,
  type Profile,
  type ProfileChanges,
} from '../profile-store.ts';

const bucket = 'profileimages';

export type PictureChange =
  { kind: 'keep' } | { kind: 'remove' } | { kind: 'replace'; picture: Picture };

/** The outcome of saving: the current profile if it has changed, and a message if something failed. */
type Saved = { profile?: Profile; message?: string };

export type SaveStep = 'details' | 'picture';

type Save = {
  memberId: string;
  /** The saved profile that the form started with. */
  before: Profile;
  changes: Omit<ProfileChanges, 'profileimage'>;
  picture: PictureChange;
  onStep: (step: SaveStep) => void;
};

async function files() {
  const { storage } = await loadSupabase();
  return storage.from(bucket);
}

/** The paths of a member's stored pictures; empty if they cannot be listed. */
async function picturesOf(memberId: string): Promise<string[]> {
  try {
    const { data } = await (await files()).list(memberId);
    return data?.map(({ name }) => `${memberId}/${name.split('/').at(-1) ?? ''}`) ?? [];
  } catch {
    return [];
  }
}

/**
 * Deletes pictures that the profile no longer uses. Ignores failures, because the next change of the picture tries to
 * delete them again.
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

/** Updates the row first, then stores the file (§7.8). */
async function replacePicture({ memberId, before, changes, onStep }: Save, picture: Picture) {
  const path = picturePath(memberId, picture.type);
  const { publicUrl } = (await files()).getPublicUrl(path).data;
  const profile = await writeProfile(memberId, before.email, {
    ...changes,
    profileimage: publicUrl,
  });
  onStep('picture');
  if (await uploadFile(path, picture)) return { profile };
  // If this fails too, the row points to a missing picture, and pages show the initials.
  await writeProfile(memberId, before.email, { profileimage: '' }).catch(() => undefined);
  return {
    profile: { ...profile, profileimage: '' },
    message: settingsMessages.pictureUploadFailed,
  };
}

/**
 * Saves only the fields that have changed, so that two open tabs do not undo each other's changes (D21). If uploading a
 * new picture fails, clears the picture in the row as well (§7.9). After a change, deletes the files of earlier
 * pictures (§7.11). Never throws.
 */
export async function saveProfile(save: Save): Promise<Saved> {
  const { memberId, before, changes, picture, onStep } = save;
  onStep('details');
  // We list the files before the upload, so that the cleanup deletes neither the new file nor one that is added in the
  // meantime.
  const earlier = picture.kind === 'keep' ? Promise.resolve([]) : picturesOf(memberId);
  try {
    const result =
      picture.kind === 'replace'
        ? await replacePicture(save, picture.picture)
        : {
            profile: await writeProfile(memberId, before.email, {
              ...changes,
              ...(picture.kind === 'remove' && { profileimage: '' }),
            }),
          };
    showProfile(memberId, result.profile);
    void earlier.then(removePictures);
    return result;
  } catch {
    // Another tab may have changed the row, so the next try starts from its current state.
    refreshProfile();
    return { message: settingsMessages.profileUpdateFailed };
  }
}
