const pdf = (content: BlobPart, name = 'letter.pdf') =>
  new File([content], name, { type: 'application/pdf' });

/** A file that is accepted. */
export const letter = pdf('%PDF-1.7\na letter');

/** A file of another type, whatever its name says. */
export const disguised = pdf('PK\u0003\u0004 a Word file');

/** A file that was chosen and cannot be read: it is in the cloud only, or has changed since. */
export function unreadable(): File {
  const file = pdf('%PDF-1.7\na letter');
  const gone = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  return Object.assign(file, { arrayBuffer: gone });
}

/** A file that can be read once, as one that changes or is deleted after it was chosen. */
export function readableOnce(name?: string): File {
  const file = pdf('%PDF-1.7\na letter', name);
  const bytes = file.arrayBuffer();
  let reads = 0;
  return Object.assign(file, {
    arrayBuffer: () => {
      reads += 1;
      return reads === 1 ? bytes : Promise.reject(new DOMException('gone', 'NotReadableError'));
    },
  });
}
