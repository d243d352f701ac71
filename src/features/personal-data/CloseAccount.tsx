import { lastingInFigures } from '../../domain/periods.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { Suspense, useState } from 'react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { closing } from './closing-store.ts';
import { lossLines } from './closing-words.ts';
import { MemberPart } from '../ui/MemberPart.tsx';
import { late } from '../ui/late.tsx';
import './loss-list.css';

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
          <ul className="loss-list">
            {lossLines(data).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {data.packs.some(({ role }) => role === 'buyer') && (
            <p className="notice mt-4 max-w-xl">
              <span>{`Did you buy a pack in the last ${lastingInFigures('refund')}? `}</span>
              <a className="text-link" href={memberPages.refunds}>
                Ask for your refund first
              </a>
              . We will still decide on any refund you have asked for, and pay it if we approve it.
            </p>
          )}
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
