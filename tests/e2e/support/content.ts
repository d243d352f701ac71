import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parseList } from '../../../src/prerender/parse-files.ts';
import { parseSite } from '../../../src/prerender/environment.ts';
import { fillTokens } from '../../../src/prerender/tokens.ts';

// The entries come from the files, so a new entry changes no test.
function read<Schema extends v.GenericSchema>(file: string, schema: Schema) {
  return parseList(readFileSync(file, 'utf8'), file).map(({ fields }) => v.parse(schema, fields));
}

const everyStory = read(
  'src/content/testimonials.yml',
  v.object({ name: v.string(), linkedIn: v.string(), about: v.string(), sample: v.boolean() }),
);

/** The testimonials on a page, in their order: on /buy only those about practice. */
export const storiesOn = (path: string) =>
  everyStory.filter(({ about }) => path !== '/buy' || about === 'practice');

/** The home page’s questions, in their order. */
export const questions = read(
  'src/content/faqs.yml',
  v.object({ question: v.string(), serial: v.number() }),
)
  .toSorted((one, other) => one.serial - other.serial)
  .map(({ question }) => fillTokens(question, parseSite(process.env), question));
