import './to-practise.css';

/** The exercise of the last feedback, until the next session (§15.99). */
export function ToPractise({ exercise }: { exercise: string }) {
  return (
    <section className="practise">
      <h4>To practise until next time</h4>
      <p>{exercise}</p>
    </section>
  );
}
