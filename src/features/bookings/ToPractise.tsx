type ToPractiseProps = { exercise: string; heading: 'h3' | 'h4' };

/** The exercise from the latest feedback (§15.99). */
export function ToPractise({ exercise, heading: Heading }: ToPractiseProps) {
  return (
    <section>
      <Heading className="plain-heading">To practise until next time</Heading>
      <p className="wrap-anywhere whitespace-pre-line">{exercise}</p>
    </section>
  );
}
