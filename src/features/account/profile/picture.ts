import type { Bytes, PictureType } from './picture-metadata.ts';

/** File name extensions of the allowed types (§5.24). */
const extensions: Record<PictureType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
};

/** The MIME types that a picture can have (§5.24). */
export const pictureTypes = Object.keys(extensions);

/** A picture that has passed every check, with its metadata removed. `type` is taken from its bytes. */
export type Picture = { bytes: Bytes; type: PictureType };

/** A path in the member's folder that cannot be guessed, because it has 128 random bits (§7.10, S5, S13). */
export function picturePath(memberId: string, type: PictureType): string {
  return `${memberId}/${crypto.randomUUID().replaceAll('-', '')}.${extensions[type]}`;
}

/** The picture as a `data:` URL, which the page's content security policy allows. */
export function previewOf({ bytes, type }: Picture): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${type};base64,${btoa(binary)}`;
}
