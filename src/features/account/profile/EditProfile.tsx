import { Suspense } from 'react';
import { profileFields } from '../../../domain/account/account-rules.ts';
import { settingsMessages } from '../../../domain/account/settings-messages.ts';
import { withErrorBoundary } from '../../ui/error-boundary.tsx';
import { Form } from '../../ui/Form.tsx';
import { late } from '../../ui/late.tsx';
import { MemberPart } from '../../ui/MemberPart.tsx';
import { $profile, blankProfile, refreshProfile, type Profile } from '../profile-store.ts';
import { ProfileFields } from './ProfileFields.tsx';

// The library of forms is the last to arrive, and reading the profile does not need it.
const ProfileForm = late(async () => ({
  default: (await import('./ProfileForm.tsx')).ProfileForm,
}));

type ProfileWithoutFormProps = { profile: Profile; loading: 'values' | 'library' };

/** The profile, or a skeleton of the same size, until it can be changed. */
function ProfileWithoutForm({ profile, loading }: ProfileWithoutFormProps) {
  return (
    <Form
      className="form profile-form"
      legend="Your profile"
      send={() => Promise.resolve(undefined)}
      button={{ label: 'Update', pending: 'updating..', quiet: true }}
      loading={loading}
      status={<span className="sr-only">Loading your profile</span>}
    >
      <ProfileFields
        email={profile.email}
        picture={{ saved: loading === 'values' ? undefined : profile.profileimage }}
        fieldOf={(name) => ({ ...profileFields[name], name, value: profile[name], disabled: true })}
      />
    </Form>
  );
}

/** /dashboard/profile: the member's profile, or a skeleton until the login and the profile are loaded. */
export const EditProfile = withErrorBoundary(() => (
  <MemberPart
    $data={$profile}
    refresh={refreshProfile}
    loading={<ProfileWithoutForm profile={blankProfile} loading="values" />}
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
        <Suspense fallback={<ProfileWithoutForm profile={profile} loading="library" />}>
          <ProfileForm memberId={id} profile={profile} />
        </Suspense>
      </>
    )}
  </MemberPart>
));
