import { memberPages } from '../../domain/member-pages.ts';

/**
 * Says that the profile needs an Indian mobile number for the free interview (§15.64). The profile may have another
 * number.
 */
export function PhoneMissing({ message }: { message: string }) {
  return (
    <span>
      <span>{`Each Indian mobile number gets one free interview. ${message} `}</span>
      <a className="text-link" href={memberPages.profile}>
        Open your profile
      </a>
      <span>, then ask again.</span>
    </span>
  );
}
