import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { fieldRules, maximumLength } from '../../domain/account-rules.ts';
import { messages } from '../../domain/messages.ts';
import { $loggingOut } from '../account/logout.ts';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { warmUp } from '../form/warm-up.ts';
import { $session } from '../session/session-store.ts';
import { centred, showToast } from '../toasts/toast.ts';
import { PictureField, type ChosenPicture } from './PictureField.tsx';
import { changedFields, changesToSend } from './profile-changes.ts';
import { keepDraft, takeDraft } from './profile-draft.ts';
import type { Profile } from './profile-store.ts';
import { KeptDraft, SavingStep } from './ProfileNotes.tsx';
import { saveProfile, type SaveStep } from './save-profile.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

const keepPicture: ChosenPicture = { kind: 'keep' };

type ProfileFormProps = {
  memberId: string;
  profile: Profile;
  /** True while the profile is on its way: the form is then its own skeleton, of exactly its size. */
  loading?: boolean;
};

/** All fields of spec §5 'Profile', with the picture. */
export function ProfileForm({ memberId, profile, loading = false }: ProfileFormProps) {
  const [draft, setDraft] = useState(() => (loading ? {} : takeDraft(memberId)));
  const form = useForm<Profile>({
    values: { ...profile, ...draft },
    // A profile that was read again brings the fields up to date that nobody is typing in.
    resetOptions: { keepDirtyValues: true },
  });
  const typed = useWatch({ control: form.control });
  const [picture, setPicture] = useState(keepPicture);
  const [pictureError, setPictureError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [step, setStep] = useState<SaveStep>();
  const { errors, isSubmitting } = form.formState;

  const changed = changedFields(profile, typed);
  const unsaved = Object.keys(changed).length > 0 || picture.kind !== 'keep';

  useEffect(() => {
    if (!loading) keepDraft(memberId, changed);
  });

  useLeaveWarning(() => {
    const leaving = $loggingOut.get() || $session.get().status !== 'authenticated';
    return !unsaved || leaving;
  });

  const startOver = (saved: Profile) => {
    setDraft({});
    setPicture(keepPicture);
    setPictureError(undefined);
    form.reset(saved, { keepDirtyValues: false });
  };

  const submit = form.handleSubmit(async () => {
    setFailure(undefined);
    const result = await saveProfile({
      memberId,
      before: profile,
      changes: changesToSend(changed),
      picture,
      onStep: setStep,
    });
    setStep(undefined);
    if (result.status === 'updated') {
      startOver(result.profile);
      void showToast('success', messages.profileUpdated, centred);
      return;
    }
    if (result.status === 'picture-not-uploaded') startOver(result.profile);
    const message =
      result.status === 'not-updated' ? messages.profileUpdateFailed : messages.pictureUploadFailed;
    setFailure(message);
    void showToast('error', message, centred);
  });

  return (
    <Form
      legend="Your profile"
      alert={failure}
      busy={loading || isSubmitting}
      onTouch={warmUp}
      onSubmit={submit}
      loading={loading}
      notice={Object.keys(draft).length > 0 && <KeptDraft onDiscard={() => startOver(profile)} />}
      status={
        <>
          {loading && <span className="sr-only">Loading your profile</span>}
          {step && <SavingStep step={step} />}
        </>
      }
    >
      <PictureField
        saved={loading ? undefined : profile.profileimage}
        value={picture}
        error={pictureError}
        onChange={(chosen) => {
          setPicture(chosen);
          setPictureError(undefined);
        }}
        onRefuse={setPictureError}
      />
      <div className="form-row">
        <Field
          label="First Name"
          autoComplete="given-name"
          maxLength={maximumLength.firstname}
          error={errors.firstname?.message}
          {...form.register('firstname', fieldRules.firstname)}
        />
        <Field
          label="Last Name"
          autoComplete="family-name"
          maxLength={maximumLength.lastname}
          error={errors.lastname?.message}
          {...form.register('lastname', fieldRules.lastname)}
        />
      </div>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        hint="The address of your account cannot be changed here. Write to us if you need another."
        value={profile.email}
        disabled
      />
      <div className="form-row">
        <Field
          label="Phone Number"
          type="tel"
          autoComplete="tel"
          maxLength={maximumLength.phonenumber}
          error={errors.phonenumber?.message}
          {...form.register('phonenumber', fieldRules.phonenumber)}
        />
        <Field
          label="Referral Code"
          autoComplete="off"
          maxLength={maximumLength.referralcode}
          {...form.register('referralcode')}
        />
      </div>
      <SubmitButton pending={isSubmitting} pendingLabel="updating..">
        Update
      </SubmitButton>
    </Form>
  );
}
