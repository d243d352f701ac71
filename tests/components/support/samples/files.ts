const pdf = (content: BlobPart, name = 'letter.pdf') =>
  new File([content], name, { type: 'application/pdf' });

export const letter = pdf('%PDF-1.7\na letter');

/** A file whose name does not match its type. */
export const disguised = pdf('PK\u0003\u0004 a Word file');

/** A file that cannot be read, because it is only in the cloud or has changed since it was chosen. */
export function unreadable(): File {
  const file = pdf('%PDF-1.7\na letter');
  const gone = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  return Object.assign(file, { arrayBuffer: gone });
}

/** A file that can be read only once, like a file that is changed or deleted after it was chosen. */
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
