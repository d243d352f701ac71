/** A sentence that ends with a link to the contact form: `before` is what comes before 'write to us'. */
export function WriteToUs({ before }: { before?: string }) {
  return (
    <>
      {before && <span>{`${before} `}</span>}
      <a className="text-link" href="/contact#write-to-us">
        write to us
      </a>
      <span>.</span>
    </>
  );
}
