import { expect, test } from 'vitest';
import { schemaScripts } from '../../local/postgres/schema-scripts.ts';

const objects = /\b(?:public|private|operations)\.\w+/g;
const declared =
  /^create (?:table|view|function|type|sequence) ((?:public|private|operations)\.\w+)/gm;

/** Every use of an object that a later file declares, as 'file uses object of later file'. */
function usesOfLaterFiles(files: readonly { name: string; sql: string }[]): string[] {
  const later = new Map<string, string>();
  return files
    .toReversed()
    .flatMap(({ name, sql }) => {
      const code = sql.replaceAll(/--.*/g, '');
      const uses = [...new Set(code.match(objects))]
        .filter((object) => later.has(object))
        .map((object) => `${name} uses ${object} of ${later.get(object)}`);
      for (const [, object = ''] of code.matchAll(declared)) later.set(object, name);
      return uses;
    })
    .toReversed();
}

test('a schema file uses only objects that the same or an earlier file declares', async () => {
  expect(usesOfLaterFiles(await schemaScripts())).toEqual([]);
});

test('no line of the schema is longer than 120 characters', async () => {
  const lines = (await schemaScripts()).flatMap(({ sql }) => sql.split('\n'));
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test('a reference to a later file is found in function bodies and strings, but not in comments', () => {
  const files = [
    { name: 'early', sql: 'create table private.one (id integer);\n-- See private.three.' },
    { name: 'middle', sql: "create view private.two as select 'private.three', private.one.id;" },
    { name: 'late', sql: 'create function private.three() returns void …' },
  ];
  expect(usesOfLaterFiles(files)).toEqual(['middle uses private.three of late']);
});
