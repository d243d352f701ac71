import { pictureMessages } from '../../../domain/account/picture-messages.ts';
import { typeOfBytes, unreadableFile } from '../../../domain/files/file-types.ts';
import { readChosen } from '../../../lib/chosen-file.ts';
import type { Picture } from './picture.ts';
import {
  segmentsOf,
  viewOf,
  withoutMetadata,
  type Bytes,
  type PictureType,
} from './picture-metadata.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** The largest picture file, in bytes (§9.8). The storage bucket has the same limit. */
const largestFile = 204_800;

/** The longest edge, in pixels, up to which a picture is stored without shrinking: pages decode it at full size. */
const largestEdge = 4096;

/**
 * Pictures with more pixels than this are not decoded, because a small file can unpack to gigabytes (S4). Phones take
 * JPEG photos of up to 200 million pixels, which Chrome on Android decodes at a reduced size. Other pictures are always
 * decoded in full.
 */
const mostPixels: Record<PictureType, number> = {
  'image/jpeg': 210_000_000,
  'image/png': 120_000_000,
  'image/gif': 120_000_000,
};

/** The largest file that we read, in bytes. A photo of 200 million pixels can take 100 MB. */
const largestRead = 128 * 1024 * 1024;

type Size = { width: number; height: number };
type Header = { type: PictureType } & Size;

const longestEdge = ({ width, height }: Size) => Math.max(width, height);

/** True for the markers of a frame header (SOF0 to SOF15), which contains the dimensions. */
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
  // A PNG starts with a chunk of length 13, named IHDR.
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

/** A picture's type and size according to its bytes, whatever its name says (S2); undefined for other files. */
export function readHeader(bytes: Bytes): Header | undefined {
  const type = typeOfBytes(bytes);
  if (!type || type === 'application/pdf') return undefined;
  const size = sizeOf[type](bytes);
  return size && size.width > 0 && size.height > 0 ? { type, ...size } : undefined;
}

/** True for HEIF, an iPhone's format, which only some browsers decode. */
function isHeif(bytes: Bytes): boolean {
  const brand = String.fromCharCode(...bytes.subarray(4, 12));
  return /^ftyp(?:he(?:ic|ix|im|is|vc|vx)|mif1|msf1)$/.test(brand);
}

/**
 * The picture itself without metadata, or a smaller JPEG of it (§7.16). Undefined if neither can be made.
 */
async function storable(bytes: Bytes, header: Header | undefined): Promise<Picture | undefined> {
  if (header && bytes.length <= largestFile && longestEdge(header) <= largestEdge) {
    const plain = await new Blob(withoutMetadata(bytes, header.type)).arrayBuffer();
    return { bytes: new Uint8Array(plain), type: header.type };
  }
  try {
    const photo = new Blob([bytes], { type: header?.type ?? 'image/heic' });
    const small = await shrinkPicture(photo, largestFile, header?.width);
    return small && { bytes: new Uint8Array(await small.arrayBuffer()), type: 'image/jpeg' };
  } catch {
    // This browser cannot decode the picture or has too little memory.
    return undefined;
  }
}

/**
 * Checks a chosen file by its bytes, whatever its name and type say (§7.5). Resolves to the picture, or to the reason
 * why it is refused (§5.23, §5.24). Never rejects.
 */
export async function checkPicture(
  file: Blob,
): Promise<{ picture: Picture } | { message: string }> {
  const { tooLarge, tooManyPixels, wrongType } = pictureMessages;
  if (file.size > largestRead) return { message: tooLarge };
  const bytes = await readChosen(file);
  if (!bytes) return { message: unreadableFile };
  const header = readHeader(bytes);
  if (header && header.width * header.height > mostPixels[header.type]) {
    return { message: tooManyPixels };
  }
  const picture = header || isHeif(bytes) ? await storable(bytes, header) : undefined;
  if (picture) return { picture };
  if (header && longestEdge(header) > largestEdge) return { message: tooManyPixels };
  // For an iPhone photo, listing the accepted types helps more than saying that the file is too large.
  if (bytes.length > largestFile && !isHeif(bytes)) return { message: tooLarge };
  return { message: header ? unreadableFile : wrongType };
}
