const pdf = (content: BlobPart, name = 'letter.pdf') =>
  new File([content], name, { type: 'application/pdf' });

/** A file that is accepted. */
export const letter = pdf('%PDF-1.7\na letter');

/** A file of another type, whatever its name says. */
export const disguised = pdf('PK\u0003\u0004 a Word file');
