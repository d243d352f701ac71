import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { settingsMessages } from '../../../domain/account/settings-messages.ts';
import { loadSupabase } from '../../../lib/supabase.ts';
import { Form } from '../../ui/Form.tsx';
import { longerToast, showToast } from '../../ui/toast.ts';
import { accountField } from '../account-field.ts';
import {
  $restored,
  $saveStep,
  $unsaved,
  discardEdit,
  isPictureAccepted,
  keepTyped,
  saveEdit,
  warnBeforeLeaving,
} from './profile-edit.ts';
import type { Profile } from '../profile-store.ts';
import { ProfileFields } from './ProfileFields.tsx';
import type { SaveStep } from './save-profile.ts';

const stepLabels: Record<SaveStep, string> = {
  details: 'Saving your details',
  picture: 'Uploading your picture',
};

type ProfileFormProps = {
  memberId: string;
  profile: Profile;
};

/** The form with all of the profile's fields and the picture (§5.21 to §5.25). */
export function ProfileForm({ memberId, profile }: ProfileFormProps) {
  const restored = useStore($restored, { ssr: 'initial' });
  const step = useStore($saveStep, { ssr: 'initial' });
  const unsaved = useStore($unsaved, { ssr: 'initial' });
  const form = useForm<Profile>({
    values: { ...profile, ...restored },
    // When the profile is fetched again, only fields that the member has not changed are updated.
    resetOptions: { keepDirtyValues: true },
  });
  const { subscribe } = form;
  // If the picture was refused, the form is invalid, because saving without the picture would suggest that it had been
  // accepted (§7.14).
  const picture = form.register('profileimage', { validate: isPictureAccepted });

  useEffect(() => {
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => keepTyped(memberId, profile, values),
    });
  }, [memberId, profile, subscribe]);
  useEffect(warnBeforeLeaving, []);

  return (
    <Form
      className="form profile-form"
      legend="Your profile"
      form={form}
      field="firstname"
      toast={longerToast}
      load={loadSupabase}
      send={async (typed) => {
        const { profile: saved, message } = await saveEdit(memberId, profile, typed);
        if (saved) form.reset(saved, { keepDirtyValues: false });
        if (message)
          return saved ? { message } : { toast: message, message: settingsMessages.notSaved };
        showToast('success', settingsMessages.profileUpdated, longerToast);
        return undefined;
      }}
      button={{ label: 'Update', pending: 'updating..', quiet: !unsaved }}
      notice={
        Object.keys(restored).length > 0 && (
          <div className="notice notice-calm">
            <p>Your unsaved changes are still here. If you chose a picture, choose it again.</p>
            <button
              type="button"
              className="link"
              onClick={() => {
                discardEdit();
                form.reset(profile, { keepDirtyValues: false });
              }}
            >
              Discard changes
            </button>
          </div>
        )
      }
      status={
        <>
          {step && (
            <p className="grid gap-1 text-muted">
              <span>{stepLabels[step]}</span>
              <progress className="w-full" aria-label={stepLabels[step]} />
            </p>
          )}
        </>
      }
    >
      <ProfileFields
        email={profile.email}
        picture={{ fieldRef: picture.ref, saved: profile.profileimage }}
        fieldOf={(name) => accountField(name, form)}
      />
    </Form>
  );
}
