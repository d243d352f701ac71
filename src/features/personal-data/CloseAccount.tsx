import { Suspense, useState } from 'react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { closing } from './closing-store.ts';
import { LossList } from './LossList.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { late } from '../ui/late.tsx';

const loadDialog = () => import('./CloseDialog.tsx');
const CloseDialog = late(loadDialog);

function Closing() {
  const [asking, setAsking] = useState(false);
  return (
    <MemberPart
      {...closing}
      loading="Loading what you would lose"
      notLoaded="We could not check what you would lose."
    >
      {(data) => (
        <>
          <p>You lose:</p>
          <LossList losses={data} />
          <p className="mt-4">
            <PressButton
              className="button button-quiet"
              load={loadDialog}
              work={() => setAsking(true)}
            >
              Close my account
            </PressButton>
          </p>
          <Suspense fallback={null}>
            {asking && <CloseDialog losses={data} onClose={() => setAsking(false)} />}
          </Suspense>
        </>
      )}
    </MemberPart>
  );
}

/** Lists what a member loses by closing the account, and opens the dialog that closes it (§18.30). */
export const CloseAccount = withErrorBoundary(Closing);
