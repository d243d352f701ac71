import { settingsMessages } from '../../../domain/account/settings-messages.ts';
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

type Header = { type: PictureType; width: number; height: number };

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

function pngHeader(bytes: Uint8Array, view: DataView): Header | undefined {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const firstChunk = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  if (bytes.length < 33 || !startsWith(bytes, [...signature, ...firstChunk])) return undefined;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gifHeader(bytes: Uint8Array, view: DataView): Header | undefined {
  const version = String.fromCharCode(...bytes.subarray(0, 6));
  if (bytes.length < 13 || (version !== 'GIF87a' && version !== 'GIF89a')) return undefined;
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** True for the markers of a frame header (SOF0 to SOF15), which has the dimensions. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function jpegHeader(bytes: Bytes): Header | undefined {
  if (!startsWith(bytes, [0xff, 0xd8, 0xff])) return undefined;
  const frame = [...segmentsOf(bytes)].find(
    ({ kind, segment }) => isFrame(kind) && segment.length > 8,
  );
  if (!frame) return undefined;
  const view = viewOf(frame.segment);
  return { type: 'image/jpeg', width: view.getUint16(7), height: view.getUint16(5) };
}

/** Type and size of a picture from its bytes, whatever its name says (S2); undefined for other files. */
export function readHeader(bytes: Bytes): Header | undefined {
  const view = viewOf(bytes);
  const header = pngHeader(bytes, view) ?? gifHeader(bytes, view) ?? jpegHeader(bytes);
  return header && header.width > 0 && header.height > 0 ? header : undefined;
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
