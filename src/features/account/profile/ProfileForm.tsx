import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { profileFieldNames, type ProfileField } from '../../../domain/account/profile-fields.ts';
import { settingsMessages } from '../../../domain/account/settings-messages.ts';
import { memberPages } from '../../../domain/member-pages.ts';
import { loadSupabase } from '../../../lib/supabase.ts';
import { withErrorBoundary } from '../../ui/error-boundary.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { MemberPart } from '../../ui/MemberPart.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { longerToast, showToast } from '../../ui/toast.ts';
import { accountField } from '../account-field.ts';
import { PictureField } from './PictureField.tsx';
import {
  $restored,
  $saveStep,
  discardEdit,
  isPictureAccepted,
  keepTyped,
  saveEdit,
  warnBeforeLeaving,
} from './profile-edit.ts';
import { $profile, blankProfile, refreshProfile, type Profile } from '../profile-store.ts';
import { shownProfile } from './profile-changes.ts';
import type { SaveStep } from './save-profile.ts';

const stepLabels: Record<SaveStep, string> = {
  details: 'Saving your details',
  picture: 'Uploading your picture',
};

const hints: Partial<Record<ProfileField, string>> = {
  referralcode:
    'The code you signed up with, if any. We do not check it, so type it exactly as your friend sent it.',
};
const belowAddress = profileFieldNames.filter(
  (name) => name !== 'firstname' && name !== 'lastname',
);

type ProfileFormProps = {
  memberId: string;
  profile: Profile;
  /** True while the profile is loading: the form is then replaced by a skeleton of the same size. */
  loading?: boolean;
};

/** The form with all of the profile's fields and the picture (§5.21 to §5.25). */
function ProfileForm({ memberId, profile: saved, loading = false }: ProfileFormProps) {
  const profile = useMemo(() => shownProfile(saved), [saved]);
  const restored = useStore($restored, { ssr: 'initial' });
  const step = useStore($saveStep, { ssr: 'initial' });
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
    if (loading) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => keepTyped(memberId, profile, values),
    });
  }, [loading, memberId, profile, subscribe]);
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
        const { profile: next, message } = await saveEdit(memberId, profile, typed);
        if (next) form.reset(next, { keepDirtyValues: false });
        if (message)
          return next ? { message } : { toast: message, message: settingsMessages.notSaved };
        showToast('success', settingsMessages.profileUpdated, longerToast);
        return undefined;
      }}
      button={{ label: 'Update', pending: 'updating..' }}
      loading={loading}
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
          {loading && <span className="sr-only">Loading your profile</span>}
          {step && (
            <p className="grid gap-1 text-muted">
              <span>{stepLabels[step]}</span>
              <progress className="w-full" aria-label={stepLabels[step]} />
            </p>
          )}
        </>
      }
    >
      <PictureField fieldRef={picture.ref} saved={loading ? undefined : profile.profileimage} />
      <div className="profile-fields grid">
        <div className="form-row">
          <Field {...accountField('firstname', form)} />
          <Field {...accountField('lastname', form)} />
        </div>
        <TextArea
          label="Email"
          autoComplete="email"
          translate="no"
          rows={1}
          hint={
            <span>
              Change it in{' '}
              <a className="text-link" href={`${memberPages.settings}#change-email`}>
                Settings
              </a>
              .
            </span>
          }
          value={profile.email}
          disabled
        />
        <div className="form-row">
          {belowAddress.map((name) => (
            <Field key={name} hint={hints[name]} {...accountField(name, form)} />
          ))}
        </div>
      </div>
    </Form>
  );
}

/** /dashboard/profile: the member's profile, or a skeleton until the login and the profile are loaded. */
export const EditProfile = withErrorBoundary(() => (
  <MemberPart
    $data={$profile}
    refresh={refreshProfile}
    loading={<ProfileForm memberId="" profile={blankProfile} loading />}
    notLoaded={settingsMessages.profileFailed}
  >
    {(profile, { id }, again) => (
      <>
        {again && (
          <div role="alert" className="notice mb-6">
            <p>{settingsMessages.profileFailed}</p>
            <span>{again}</span>
          </div>
        )}
        <ProfileForm memberId={id} profile={profile} />
      </>
    )}
  </MemberPart>
));
