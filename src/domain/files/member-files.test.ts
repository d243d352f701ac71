import { expect, test } from 'vitest';
import { unreadableFile } from './file-types.ts';
import {
  fileEndings,
  filePurposes,
  fileRefusals,
  fileTypeOf,
  fileTypes,
  kindOf,
} from './member-files.ts';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const starts = {
  'application/pdf': '%PDF-1.7\n',
  'image/jpeg': '\u00FF\u00D8\u00FF\u00E0\u0000\u0010JFIF',
  'image/png': '\u0089PNG\r\n\u001A\n\u0000\u0000',
};

test('§18.10 a file’s type is detected from its first bytes', () => {
  expect(Object.keys(fileEndings)).toEqual([...fileTypes]);
  for (const [type, start] of Object.entries(starts)) {
    const bytes = latin1(start);
    expect(fileTypeOf(bytes)).toEqual({ type });
    expect(fileTypeOf(bytes.subarray(0, 8)), 'the signature alone is enough').toEqual({ type });
    expect(fileTypeOf(bytes.subarray(1))).toEqual({ refused: fileRefusals.wrongType });
  }
});

test.each([
  ['a byte order mark', '\u00EF\u00BB\u00BF'],
  ['a line break', '\r\n'],
  ['a blank', ' '],
  ['a mail header', 'Content-Type: application/pdf\r\n\r\n'],
  ['1,023 other bytes', '\0'.repeat(1023)],
])('§18.97 a PDF is recognised after %s', (_, before) => {
  expect(fileTypeOf(latin1(`${before}%PDF-1.7`))).toEqual({ type: 'application/pdf' });
});

test('§18.97 a PDF’s signature is found anywhere in the first 1,024 bytes, but a picture’s signature is found only at the very start', () => {
  const refused = { refused: fileRefusals.wrongType };
  expect(fileTypeOf(latin1(`${'\0'.repeat(1024)}%PDF-1.7`))).toEqual(refused);
  expect(fileTypeOf(latin1(` ${starts['image/png']}`))).toEqual(refused);
  const commented = `${starts['image/jpeg']} %PDF-1.7`;
  expect(fileTypeOf(latin1(commented))).toEqual({ type: 'image/jpeg' });
});

test('§18.10 each file purpose is used with only one kind of record', () => {
  for (const [kind, purposes] of Object.entries(filePurposes)) {
    expect(purposes.map(kindOf)).toEqual(purposes.map(() => kind));
  }
});

test('§18.96 an empty file is refused as unreadable', () => {
  expect(fileTypeOf(latin1(''))).toEqual({ refused: unreadableFile });
});

test.each(['%PDF', '<html>', 'GIF89a', 'PK\u0003\u0004'])(
  '§18.10 a file that starts with %j is refused as the wrong type',
  (start) => {
    expect(fileTypeOf(latin1(start))).toEqual({ refused: fileRefusals.wrongType });
  },
);
