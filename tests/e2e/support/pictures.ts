import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A real PNG of one colour; with `size` it is padded to exactly that many bytes. */
export function png({ width = 64, height = 64, size = 0, text = '' } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 150);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const picture = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(text ? [chunk('tEXt', Buffer.from(`Location\0${text}`))] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, size - picture.length))]);
}

/** A file for `setInputFiles`. */
export function pictureFile(buffer: Buffer, name = 'me.png', mimeType = 'image/png') {
  return { name, mimeType, buffer };
}
