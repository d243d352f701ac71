import { Component, type ComponentType, type ReactNode } from 'react';
import { messages } from '../../domain/messages.ts';
import { adoptStyles } from '../../lib/adopt-styles.ts';
import styles from '../../styles/unexpected-error.css?inline';

type State = { message: string | undefined };

class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { message: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override componentDidCatch(): void {
    adoptStyles(styles);
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <section role="alert" className="unexpected-error">
        <h2>{messages.unexpectedError}</h2>
        <p>{message}</p>
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </section>
    );
  }
}

/**
 * The island with a place for the error that nobody foresaw (spec §8 'Unexpected Application
 * Error!'): the rest of the page goes on working. Every island that is exported to a page has it.
 */
export function withErrorBoundary<Props extends object>(Island: ComponentType<Props>) {
  return function Guarded(props: Props) {
    return (
      <ErrorBoundary>
        <Island {...props} />
      </ErrorBoundary>
    );
  };
}
