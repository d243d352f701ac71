import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { news, setNews } from './news-store.ts';

function News() {
  return (
    <MemberPart {...news} loading="Loading" notLoaded="We could not load this setting.">
      {(wanted) => (
        <>
          <p role="status" className="sr-only">
            {wanted ? 'You get emails about news.' : 'You do not get emails about news.'}
          </p>
          <PressButton work={() => setNews(!wanted)}>
            {wanted ? 'Stop news emails' : 'Get news emails'}
          </PressButton>
        </>
      )}
    </MemberPart>
  );
}

/** Whether the member gets emails about news, with a button to change this (§18.94). */
export const NewsMails = withErrorBoundary(News);
