import { memberPages } from '../../domain/member-pages.ts';
import { isRefused, type FreeInterview } from '../../domain/packs/free-interview.ts';
import { freeText } from './free-messages.ts';
import { WriteToUs } from '../ui/WriteToUs.tsx';

/** The sentence about the member's free interview, and after a refusal, what to do if it is a mistake (§15.32). */
export function FreeAnswer({ free }: { free: FreeInterview }) {
  return (
    <>
      <span>{freeText(free)}</span>
      {isRefused(free) && (
        <>
          {free.state === 'had_phone' && (
            <>
              <span> If you share that number, </span>
              <a className="text-link" href={memberPages.profile}>
                save your own
              </a>
              <span> and ask again.</span>
            </>
          )}
          <span>{` If ${free.state === 'declined' ? 'you have not' : 'that is wrong'}, `}</span>
          {free.state === 'declined' && (
            <>
              <span>check the phone number in </span>
              <a className="text-link" href={memberPages.profile}>
                your profile
              </a>
              <span>{' or '}</span>
            </>
          )}
          <WriteToUs />
        </>
      )}
    </>
  );
}
