import './press-failure.css';

/** Says beside a button why its work failed. */
export function PressFailure({ result }: { result: { message: string } | undefined }) {
  if (!result) return null;
  return (
    <span role="alert" className="press-failure">
      {result.message}
    </span>
  );
}
