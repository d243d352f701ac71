import { Suspense, useState } from 'react';
import { $loggingOut, signOut } from '../account/logout.ts';
import { carryToast } from '../ui/carried-toast.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { late } from '../ui/late.tsx';

const loadAskFirst = () => import('../ui/AskFirst.tsx');
const AskFirst = late(async () => ({ default: (await loadAskFirst()).AskFirst }));

/** Logs the member out everywhere and replaces this page with `/` in the history. Throws if that failed. */
async function endEverywhere(): Promise<void> {
  $loggingOut.set(true);
  if (!(await signOut('everywhere'))) {
    $loggingOut.set(false);
    throw new Error('You are still logged in everywhere.');
  }
  carryToast('You are logged out on every device.', { duration: 6000 });
  location.replace('/');
}

function Everywhere() {
  const hydrated = useHydrated();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <PressButton
        className="button button-quiet"
        disabled={!hydrated}
        load={loadAskFirst}
        work={() => setAsking(true)}
      >
        Log out everywhere
      </PressButton>
      <Suspense fallback={null}>
        {asking && (
          <AskFirst
            title="Log out on every device?"
            confirm="Log out everywhere"
            confirming="Logging out ..."
            keep="Stay logged in"
            work={endEverywhere}
            sayFailure={() =>
              'The account service did not answer, so you are still logged in everywhere. Please try again.'
            }
            onClose={() => setAsking(false)}
          >
            <p>
              This logs you out here and on every other phone and computer. You need your password
              to log in again.
            </p>
          </AskFirst>
        )}
      </Suspense>
    </>
  );
}

/** Logs the member out on every device, including this browser (§18.86). */
export const LogoutEverywhere = withErrorBoundary(Everywhere);
