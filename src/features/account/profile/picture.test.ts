import { afterEach, describe, expect, test, vi } from 'vitest';
import { pictureMessages } from '../../../domain/account/picture-messages.ts';
import { unreadableFile } from '../../../domain/files/file-types.ts';
import { checkPicture, readHeader } from './check-picture.ts';
import { picturePath, previewOf } from './picture.ts';

const ascii = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: (readonly number[] | Uint8Array)[]) =>
  new Uint8Array(parts.flatMap((part) => [...part]));
const twoBytes = (value: number) => [value >> 8, value & 0xff];
const fourBytes = (value: number) => [...twoBytes(value >>> 16), ...twoBytes(value & 0xffff)];

function chunk(name: string, data: readonly number[] | Uint8Array) {
  return bytes(fourBytes(data.length), ascii(name), data, [1, 2, 3, 4]);
}

function png(width: number, height: number, ...chunks: Uint8Array[]) {
  return bytes(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk('IHDR', [...fourBytes(width), ...fourBytes(height), 8, 6, 0, 0, 0]),
    ...chunks,
    chunk('IDAT', [9, 9, 9]),
    chunk('IEND', []),
  );
}

function gif(width: number, height: number) {
  return bytes(ascii('GIF89a'), [width & 0xff, width >> 8, height & 0xff, height >> 8, 0, 0, 0]);
}

function segment(marker: number, ...data: (readonly number[] | Uint8Array)[]) {
  const body = bytes(...data);
  return bytes([0xff, marker], twoBytes(body.length + 2), body);
}

const start = [0xff, 0xd8];
const end = [0xff, 0xd9];
const jfif = segment(0xe0, ascii('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0]);
const colours = segment(0xe2, ascii('ICC_PROFILE\0'), [1, 1, 7]);
const adobe = segment(0xee, ascii('Adobe'), [0, 100, 0, 0, 0, 0, 1]);
const tables = segment(0xdb, [0, 1, 2, 3]);
const frame = (width: number, height: number) =>
  segment(0xc0, [8, ...twoBytes(height), ...twoBytes(width), 3, 1, 0x22, 0]);
// The compressed data contains a stuffed byte and a restart marker.
const scan = bytes(segment(0xda, [1, 1, 0, 0, 63, 0]), [1, 0xff, 0, 2, 0xff, 0xd0, 3]);

/** Exif as a camera writes it: an orientation, and a pointer to the photo's location. */
function exif(orientation: number, order: 'II' | 'MM') {
  const little = order === 'II';
  const two = (value: number) => (little ? twoBytes(value).toReversed() : twoBytes(value));
  const four = (value: number) => (little ? fourBytes(value).toReversed() : fourBytes(value));
  return segment(
    0xe1,
    ascii(`Exif\0\0${order}`),
    [...two(42), ...four(8), ...two(2)],
    [...two(0x0112), ...two(3), ...four(1), ...two(orientation), 0, 0],
    [...two(0x8825), ...two(4), ...four(1), ...four(38)],
    [...four(0), ...ascii('GPS 19.0760N 72.8777E')],
  );
}

const jpeg = (...extra: Uint8Array[]) =>
  bytes(start, jfif, ...extra, tables, frame(640, 480), scan, end);
const jpegOf = (width: number, height: number) =>
  bytes(start, jfif, tables, frame(width, height), scan, end);

const heic = bytes(fourBytes(24), ascii('ftypheic'), fourBytes(0), ascii('mif1heic'));

const file = (content: Uint8Array<ArrayBuffer>, type: string, name = 'me') =>
  new File([content], name, { type });

const tooLarge = { message: 'File size should be less than 300kb' };
const wrongType = { message: 'Invalid file type. Please upload an image (JPEG, PNG, GIF)' };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('reading a picture’s header', () => {
  test('the header of each picture type gives its type and size', () => {
    expect(readHeader(png(3, 2))).toEqual({ type: 'image/png', width: 3, height: 2 });
    expect(readHeader(gif(300, 2))).toEqual({ type: 'image/gif', width: 300, height: 2 });
    expect(readHeader(jpeg())).toEqual({ type: 'image/jpeg', width: 640, height: 480 });
  });

  test.each([
    ['nothing', bytes()],
    ['text', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG that ends early', png(3, 2).slice(0, 20)],
    ['a PNG without width', png(0, 2)],
    ['a JPEG without a frame', bytes(start, jfif, end)],
    ['a JPEG whose length runs past its end', bytes(start, [0xff, 0xe0, 0xff, 0xff], jfif)],
    ['a JPEG that consists of fill bytes', bytes(start, Array<number>(50).fill(0xff))],
  ])('no header is found in %s', (_name, content) => {
    expect(readHeader(content)).toBeUndefined();
  });
});

describe('checking a picture', () => {
  test('S3 a picture of 204800 bytes is accepted, and a picture of 204801 bytes is refused', async () => {
    const padded = (size: number) => bytes(png(3, 2), new Uint8Array(size - png(3, 2).length));
    expect(await checkPicture(file(padded(204_800), 'image/png'))).toHaveProperty('picture');
    expect(await checkPicture(file(padded(204_801), 'image/png'))).toEqual(tooLarge);
    expect(await checkPicture(file(new Uint8Array(204_801), 'a type'))).toEqual(tooLarge);
  });

  test.each([
    ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a WebP', ascii('RIFF\u0010\0\0\0WEBPVP8 ')],
    ['a PDF', ascii('%PDF-1.7')],
    ['a photo of an iPhone, which this browser cannot decode,', heic],
  ])('S1 the check rejects %s, whatever type the browser gives', async (_name, content) => {
    for (const type of ['image/png', '']) {
      expect(await checkPicture(file(content, type))).toEqual(wrongType);
    }
  });

  test.each(['', 'image/jpg', 'image/heic', 'application/octet-stream'])(
    '§7.20 a picture that the browser labels %j is judged by its bytes',
    async (type) => {
      const result = await checkPicture(file(jpeg(), type, 'me.png'));
      expect(result).toMatchObject({ picture: { type: 'image/jpeg' } });
    },
  );

  test('§18.96 an empty file is refused as unreadable', async () => {
    expect(await checkPicture(file(bytes(), 'image/png'))).toEqual({ message: unreadableFile });
  });

  test('S2 HTML that is disguised as a picture is rejected', async () => {
    const html = ascii('<script>alert(1)</script>');
    expect(await checkPicture(file(html, 'image/png', 'me.png'))).toEqual(wrongType);
  });

  test('S4 a picture with more pixels than any phone’s photo is rejected before decoding', async () => {
    const decode = vi.fn();
    vi.stubGlobal('createImageBitmap', decode);
    const message = pictureMessages.tooManyPixels;
    for (const content of [png(12_000, 10_001), png(1, 120_000_001), jpegOf(65_000, 3231)]) {
      expect(await checkPicture(file(content, ''))).toEqual({ message });
    }
    expect(await checkPicture(file(png(4096, 4096), 'image/png'))).toHaveProperty('picture');
    expect(decode).not.toHaveBeenCalled();
  });

  test.each([
    ['a picture of 6000 by 6000 pixels', png(6000, 6000)],
    ['a picture 4097 pixels wide', png(4097, 1)],
    ['a photo of 200 million pixels', jpegOf(16_320, 12_240)],
    ['a photo of an iPhone', heic],
  ])('§7.16 %s is decoded at a reduced size', async (_name, content) => {
    const decode = vi.fn().mockRejectedValue(new DOMException('broken', 'InvalidStateError'));
    vi.stubGlobal('createImageBitmap', decode);
    const { tooManyPixels, wrongType } = pictureMessages;
    const result = await checkPicture(file(content, ''));
    expect(decode.mock.calls).toMatchObject([[expect.any(Blob), { resizeWidth: 1024 }]]);
    const message = content === heic ? wrongType : tooManyPixels;
    expect(result, 'a picture that cannot be decoded is refused').toEqual({ message });
  });

  test('a picture’s type comes from its bytes, whatever type the browser gives', async () => {
    const result = await checkPicture(file(gif(3, 2), 'image/png'));
    expect(result).toMatchObject({ picture: { type: 'image/gif' } });
  });
});

describe('S12 removing metadata', () => {
  async function stored(content: Uint8Array<ArrayBuffer>, type: string) {
    const result = await checkPicture(file(content, type));
    if ('message' in result) throw new Error(result.message);
    return result.picture.bytes;
  }

  test.each(['II', 'MM'] as const)(
    'a photo (%s) loses its location and keeps its orientation',
    async (order) => {
      const multi = segment(0xe2, ascii('MPF\0'), [5, 5]);
      const comment = segment(0xfe, ascii('by Asha'));
      const photo = bytes(
        jpeg(exif(6, order), colours, adobe, multi, comment),
        jpeg(exif(6, order)),
      );
      const plain = await stored(photo, 'image/jpeg');
      expect(new TextDecoder('latin1').decode(plain)).not.toMatch(/GPS|Asha|MPF/);
      const turned = bytes([0xff, 0xe1, 0, 34], ascii('Exif\0\0MM'), [
        ...twoBytes(42),
        ...fourBytes(8),
        ...twoBytes(1),
        ...twoBytes(0x0112),
        ...twoBytes(3),
        ...fourBytes(1),
        ...twoBytes(6),
        ...[0, 0, 0, 0, 0, 0],
      ]);
      expect(plain).toEqual(
        bytes(start, jfif, turned, colours, adobe, tables, frame(640, 480), scan, end),
      );
    },
  );

  test('an upright photo loses all its Exif data', async () => {
    expect(await stored(jpeg(exif(1, 'II')), 'image/jpeg')).toEqual(jpeg());
  });

  test('broken Exif data is removed without its pointers being followed', async () => {
    const broken = segment(0xe1, ascii('Exif\0\0II'), [42, 0, 0xff, 0xff, 0xff, 0x7f]);
    expect(await stored(jpeg(broken), 'image/jpeg')).toEqual(jpeg());
  });

  test('a PNG loses its text metadata and keeps its colours', async () => {
    const gamma = chunk('gAMA', [0, 0, 1, 2]);
    const noted = png(3, 2, chunk('tEXt', ascii('Author\0Asha')), gamma, chunk('eXIf', [1]));
    expect(await stored(bytes(noted, ascii('and more')), 'image/png')).toEqual(png(3, 2, gamma));
  });
});

test('S5 S13 a picture is stored in the member’s folder under a name with 128 random bits', () => {
  const path = picturePath('me', 'image/jpeg');
  expect(path).toMatch(/^me\/[0-9a-f]{32}\.jpg$/);
  expect(picturePath('me', 'image/jpeg')).not.toBe(path);
});

test('the preview of a picture is a data URL', () => {
  expect(previewOf({ bytes: bytes([0, 255, 10]), type: 'image/gif' })).toBe(
    'data:image/gif;base64,AP8K',
  );
});
