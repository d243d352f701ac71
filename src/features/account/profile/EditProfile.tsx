import { settingsMessages } from '../../../domain/account/settings-messages.ts';
import { withErrorBoundary } from '../../ui/error-boundary.tsx';
import { MemberPart } from '../../ui/MemberPart.tsx';
import { $profile, blankProfile, refreshProfile } from '../profile-store.ts';
import { ProfileForm } from './ProfileForm.tsx';

function Edit() {
  return (
    <MemberPart
      $data={$profile}
      refresh={refreshProfile}
      loading={<ProfileForm memberId="" profile={blankProfile} loading />}
      notLoaded={settingsMessages.profileFailed}
    >
      {(profile, { id }) => <ProfileForm memberId={id} profile={profile} />}
    </MemberPart>
  );
}

/** /dashboard/profile: the member's profile, or a skeleton until session and row are loaded. */
export const EditProfile = withErrorBoundary(Edit);
