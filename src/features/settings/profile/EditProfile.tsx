import { useStore } from '@nanostores/react';
import { messages } from '../../../domain/account/messages.ts';
import { withErrorBoundary } from '../../ui/error-boundary.tsx';
import { $session } from '../../../lib/session-store.ts';
import { $profile, refreshProfile, type Profile } from '../../auth/profile-store.ts';
import { ProfileForm } from './ProfileForm.tsx';

const blank: Profile = {
  email: '',
  firstname: '',
  lastname: '',
  phonenumber: '',
  referralcode: '',
  profileimage: '',
};

function Edit() {
  const session = useStore($session, { ssr: 'initial' });
  const { data, loading, error } = useStore($profile, { ssr: 'initial' });

  if (session.status !== 'authenticated' || (!data && (loading || !error))) {
    return <ProfileForm key="loading" memberId="" profile={blank} loading />;
  }
  const { id } = session.member;
  if (data) return <ProfileForm key={id} memberId={id} profile={data} />;
  return (
    <div role="alert" className="notice">
      <p>{messages.profileFailed}</p>
      <button type="button" className="link" onClick={refreshProfile}>
        Try again
      </button>
    </div>
  );
}

/** /dashboard/profile: the member's profile, or a skeleton until session and row are loaded. */
export const EditProfile = withErrorBoundary(Edit);
