import './press-failure.css';

/** Says why the work of a button failed, next to the button. */
export function PressFailure({ result }: { result: { message: string } | undefined }) {
  if (!result) return null;
  return (
    <span role="alert" className="press-failure">
      {result.message}
    </span>
  );
}
