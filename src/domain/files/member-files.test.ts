import { expect, test } from 'vitest';
import { bytesOfType } from './file-types.ts';
import { fileEndings, filePurposes, fileTypeOf, fileTypes, kindOf } from './member-files.ts';

const starts = {
  'application/pdf': '%PDF-1.7\n',
  'image/jpeg': '\u00FF\u00D8\u00FF\u00E0\u0000\u0010JFIF',
  'image/png': '\u0089PNG\r\n\u001A\n\u0000\u0000',
};

test('§18.10 a type is known by its first bytes', () => {
  expect(Object.keys(fileEndings)).toEqual([...fileTypes]);
  for (const [type, start] of Object.entries(starts)) {
    const bytes = Uint8Array.from(start, (character) => character.charCodeAt(0));
    expect(fileTypeOf(bytes)).toBe(type);
    expect(fileTypeOf(bytes.subarray(0, bytesOfType))).toBe(type);
    expect(fileTypeOf(bytes.subarray(1))).toBeUndefined();
  }
});

test('§18.10 a purpose tells what its file belongs to', () => {
  for (const [kind, purposes] of Object.entries(filePurposes)) {
    expect(purposes.map(kindOf)).toEqual(purposes.map(() => kind));
  }
});

test.each(['', '%PDF', '<html>', 'GIF89a', 'PK\u0003\u0004', ' %PDF-1.7'])(
  '§18.10 %j starts no file that is accepted',
  (start) => {
    expect(fileTypeOf(new TextEncoder().encode(start))).toBeUndefined();
  },
);
