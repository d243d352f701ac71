import './press-failure.css';

/** Shows beside a button why its action failed. */
export function PressFailure({ result }: { result: { message: string } | undefined }) {
  if (!result) return null;
  return (
    <span role="alert" className="press-failure">
      {result.message}
    </span>
  );
}
