import { settingsMessages } from '../../../domain/account/settings-messages.ts';
import { typeOfBytes } from '../../../domain/files/file-types.ts';
import {
  segmentsOf,
  viewOf,
  withoutMetadata,
  type Bytes,
  type PictureType,
} from './picture-metadata.ts';

/** File extensions of the allowed types (§5.24). */
const extensions: Record<PictureType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
};

/** The MIME types a picture may have (§5.24). */
export const pictureTypes = Object.keys(extensions);

/** The largest picture file, in bytes (§9.8). The bucket has the same limit. */
const largestFile = 204_800;

/** The longest edge in pixels, because a small file can unpack to gigabytes (S4). */
const largestEdge = 4096;

/** A picture that passed every check, without metadata. `type` is read from its bytes. */
export type Picture = { bytes: Bytes; type: PictureType };

type Size = { width: number; height: number };

/** True for the markers of a frame header (SOF0 to SOF15), which has the dimensions. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function sizeOfJpeg(bytes: Bytes): Size | undefined {
  const frame = [...segmentsOf(bytes)].find(
    ({ kind, segment }) => isFrame(kind) && segment.length > 8,
  );
  if (!frame) return undefined;
  const view = viewOf(frame.segment);
  return { width: view.getUint16(7), height: view.getUint16(5) };
}

function sizeOfPng(bytes: Bytes): Size | undefined {
  // Its first chunk: a length of 13, and a name.
  const chunk = String.fromCharCode(...bytes.subarray(8, 16));
  if (bytes.length < 33 || chunk !== '\0\0\0\rIHDR') return undefined;
  const view = viewOf(bytes);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function sizeOfGif(bytes: Bytes): Size | undefined {
  if (bytes.length < 13) return undefined;
  const view = viewOf(bytes);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

const sizeOf = { 'image/jpeg': sizeOfJpeg, 'image/png': sizeOfPng, 'image/gif': sizeOfGif };

/** Type and size of a picture from its bytes, whatever its name says (S2); undefined for other files. */
export function readHeader(bytes: Bytes): ({ type: PictureType } & Size) | undefined {
  const type = typeOfBytes(bytes);
  if (!type || type === 'application/pdf') return undefined;
  const size = sizeOf[type](bytes);
  return size && size.width > 0 && size.height > 0 ? { type, ...size } : undefined;
}

/** The content of a file; undefined when it was deleted or changed since it was chosen. */
function readFile(file: File): Promise<Bytes | undefined> {
  return file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
}

/** The file itself, or a smaller copy of a picture that is too large, such as a photo from a phone (§7.16). */
async function ofFittingSize(file: File): Promise<File> {
  if (file.size <= largestFile || !pictureTypes.includes(file.type)) return file;
  try {
    const { shrinkPicture } = await import('./shrink-picture.ts');
    return (await shrinkPicture(file, largestFile)) ?? file;
  } catch {
    // Not a picture, or too little memory: the size check refuses it.
    return file;
  }
}

/**
 * Checks a chosen file: its size, then its type, its bytes and its dimensions (§7.5). Resolves to the picture, or to
 * the reason why it is refused (§5.23, §5.24). Never rejects.
 */
export async function checkPicture(
  chosen: File,
): Promise<{ picture: Picture } | { message: string }> {
  const file = await ofFittingSize(chosen);
  if (file.size > largestFile) return { message: settingsMessages.pictureTooLarge };
  if (!pictureTypes.includes(file.type)) return { message: settingsMessages.pictureWrongType };
  const bytes = await readFile(file);
  if (!bytes) return { message: settingsMessages.pictureUnreadable };
  const header = readHeader(bytes);
  if (!header) return { message: settingsMessages.pictureWrongType };
  if (Math.max(header.width, header.height) > largestEdge) {
    return { message: settingsMessages.pictureTooManyPixels };
  }
  const plain = new Blob(withoutMetadata(bytes, header.type));
  return { picture: { bytes: new Uint8Array(await plain.arrayBuffer()), type: header.type } };
}

/** A path in the member's folder that nobody can guess, with 128 random bits (§7.10, S5, S13). */
export function picturePath(memberId: string, type: PictureType): string {
  return `${memberId}/${crypto.randomUUID().replaceAll('-', '')}.${extensions[type]}`;
}

/** The picture as a `data:` URL, which the policy of the page allows. */
export function previewOf({ bytes, type }: Picture): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${type};base64,${btoa(binary)}`;
}
