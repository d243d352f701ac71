import { IconLoader2 } from '@tabler/icons-react';
import type { MentorPage } from './mentor-page.ts';
import '../ui/form-card.css';
import '../ui/motion.css';
import './mentor.css';

type PageStateProps = {
  state: Exclude<MentorPage<unknown>, { status: 'ready' }>;
  retry: () => void;
};

/** A mentor's page without data: loading, or why there is none and what to do. */
export function PageState({ state, retry }: PageStateProps) {
  if (state.status === 'loading') {
    return (
      <p role="status" className="mentor-loading">
        <IconLoader2 aria-hidden /> Loading ...
      </p>
    );
  }
  if (state.status === 'no-link') {
    return (
      <p role="alert" className="notice">
        This page opens from the link in our newest mail to you.
      </p>
    );
  }
  return (
    <div role="alert" className="notice">
      <p>{state.message}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {state.mayRetry && (
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        )}
        <a className="button button-quiet" href="/contact">
          Write to us
        </a>
      </p>
    </div>
  );
}
