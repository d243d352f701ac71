import { Component, type ComponentType, type ReactNode } from 'react';
import { messages } from '../../domain/account/messages.ts';

type State = { message: string | undefined };

class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { message: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <section role="alert" className="notice">
        <h2 className="text-2xl">{messages.unexpectedError}</h2>
        <p className="mt-1 wrap-anywhere">{message}</p>
        <button
          type="button"
          className="button button-quiet mt-4"
          onClick={() => location.reload()}
        >
          Reload the page
        </button>
      </section>
    );
  }
}

/**
 * Wraps an island: if it throws, 'Unexpected Application Error!' appears in its place (§2.41), and the rest of the page
 * keeps working.
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
