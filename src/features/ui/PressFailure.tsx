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

/** Says it in a box of its own. */
export function PressNotice({ result }: { result: { message: string } | undefined }) {
  return <div role="alert">{result && <p className="notice mt-4">{result.message}</p>}</div>;
}
