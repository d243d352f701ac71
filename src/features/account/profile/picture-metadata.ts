export type PictureType = 'image/jpeg' | 'image/png' | 'image/gif';

export type Bytes = Uint8Array<ArrayBuffer>;

export const viewOf = (bytes: Bytes) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function textAt(bytes: Bytes, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

const orientationTag = 0x0112;

/** The orientation stored in an Exif segment; undefined if there is none or the segment is broken. */
function orientationOf(segment: Bytes): number | undefined {
  const header = 10;
  if (segment.length < header + 8 || textAt(segment, 4, 4) !== 'Exif') return undefined;
  const view = viewOf(segment.subarray(header));
  const little = textAt(segment, header, 2) === 'II';
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength) return undefined;
  for (let entry = 0; entry < view.getUint16(directory, little); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > view.byteLength) return undefined;
    if (view.getUint16(at, little) === orientationTag) return view.getUint16(at + 8, little);
  }
  return undefined;
}

/** An Exif segment that contains only the orientation. */
const orientationSegment = (orientation: number): Bytes =>
  new Uint8Array([
    ...[0xff, 0xe1, 0, 34, ...new TextEncoder().encode('Exif\0\0MM'), 0, 42, 0, 0, 0, 8],
    // A directory with a single entry: its tag, type, number of values, and value.
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ]);

const marker = {
  scan: 0xda,
  end: 0xd9,
  jfif: 0xe0,
  exif: 0xe1,
  colours: 0xe2,
  adobe: 0xee,
  comment: 0xfe,
};

/**
 * True for segments that a decoder needs: JFIF, ICC and Adobe, and all others that are neither comments nor application
 * data.
 */
function isNeeded(kind: number, segment: Bytes): boolean {
  if (kind === marker.colours) return textAt(segment, 4, 11) === 'ICC_PROFILE';
  if (kind === marker.jfif || kind === marker.adobe) return true;
  return kind !== marker.comment && (kind & 0xf0) !== 0xe0;
}

/** Where the compressed data that starts at `from` ends: at the next marker that does not belong to the data. */
function endOfScan(bytes: Bytes, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (bytes[at] === 0xff && !isData) return at;
  }
  return bytes.length;
}

/**
 * A JPEG's segments up to its end, or up to where the file breaks off. A scan's segment includes its compressed data.
 */
export function* segmentsOf(bytes: Bytes): Generator<{ kind: number; segment: Bytes }> {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const kind = view.getUint8(at + 1);
    if (kind === marker.end) return;
    const header = at + 2 + view.getUint16(at + 2);
    const end = kind === marker.scan ? endOfScan(bytes, header) : header;
    // Any number of ff bytes may precede a marker.
    if (kind !== 0xff) yield { kind, segment: bytes.subarray(at, end) };
    at = kind === 0xff ? at + 1 : end;
  }
}

function* plainJpeg(bytes: Bytes): Generator<Bytes> {
  yield bytes.subarray(0, 2);
  for (const { kind, segment } of segmentsOf(bytes)) {
    const orientation = kind === marker.exif ? orientationOf(segment) : undefined;
    if (orientation && orientation > 1 && orientation <= 8) yield orientationSegment(orientation);
    else if (isNeeded(kind, segment)) yield segment;
  }
  yield new Uint8Array([0xff, marker.end]);
}

const privateChunks = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'];

function* plainPng(bytes: Bytes): Generator<Bytes> {
  const view = viewOf(bytes);
  yield bytes.subarray(0, 8);
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    const name = textAt(bytes, at + 4, 4);
    if (!privateChunks.includes(name)) yield bytes.subarray(at, end);
    if (name === 'IEND') return;
    at = end;
  }
}

/**
 * Strips the metadata that cameras and editors add, such as where a photo was taken, because profile pictures are
 * public (§14.26, S12). Keeps the pixels, their colour profile and a JPEG's orientation. GIFs are kept whole.
 */
export function withoutMetadata(bytes: Bytes, type: PictureType): Bytes[] {
  if (type === 'image/gif') return [bytes];
  return [...(type === 'image/jpeg' ? plainJpeg(bytes) : plainPng(bytes))];
}
