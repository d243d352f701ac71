import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright/test';

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A phone’s photo: 1600 by 1200 points of noise, with a note that it has to be turned. */
export async function largePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1600;
    canvas.height = 1200;
    const context = canvas.getContext('2d');
    for (let point = 0; context && point < 60_000; point += 1) {
      context.fillStyle = `hsl(${Math.random() * 360} 80% 50%)`;
      context.fillRect(Math.random() * 1600, Math.random() * 1200, 9, 9);
    }
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
  });
  const jpeg = Buffer.from(base64, 'base64');
  // Exif with one entry: orientation 6, a quarter turn.
  const exif = Buffer.from(
    'ffe1002245786966000049492a00080000000100120103000100000006000000' + '00000000',
    'hex',
  );
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

/** A real PNG in one colour, or only its first `rows`; `size` pads it to exactly that many bytes. */
export function png({ width = 64, height = 64, rows = 0, size = 0, text = '' } = {}): Buffer {
  const drawn = rows || height;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const points = Buffer.alloc((width + 1) * drawn, 150);
  for (let row = 0; row < drawn; row += 1) points[row * (width + 1)] = 0;
  const picture = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(text ? [chunk('tEXt', Buffer.from(`Location\0${text}`))] : []),
    chunk('IDAT', deflateSync(points)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, size - picture.length))]);
}

/** A file for `setInputFiles`. */
export function pictureFile(buffer: Buffer, name = 'me.png', mimeType = 'image/png') {
  return { name, mimeType, buffer };
}
