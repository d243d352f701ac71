import { parse } from 'yaml';

/** What a content file holds before a schema has looked at it. */
type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseYaml(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${file} is not valid YAML: ${String(error)}`, { cause: error });
  }
}

/**
 * The entries of a YAML list. Throws a sentence that names the file unless there is one at least and
 * each has an id of its own, and a serial of its own where entries have one.
 */
export function parseList(text: string, file: string): { id: string; fields: Fields }[] {
  const list = parseYaml(text, file);
  if (!Array.isArray(list) || list.length === 0) {
    throw new Error(`${file} must hold a list of entries.`);
  }
  const entries = list.map((fields: unknown, index) => {
    if (!isFields(fields) || typeof fields['id'] !== 'string') {
      throw new Error(`${file}: entry ${index + 1} has no id.`);
    }
    return { id: fields['id'], fields };
  });
  for (const field of ['id', 'serial']) {
    const values = entries
      .map(({ fields }) => fields[field])
      .filter((value) => value !== undefined);
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined) {
      throw new Error(`${file} has two entries with the ${field} ${JSON.stringify(twice)}.`);
    }
  }
  return entries;
}

/** The front matter and the Markdown of a text page. Throws a sentence that names the file. */
export function parseMarkdown(text: string, file: string): { fields: Fields; body: string } {
  const [, frontmatter, body] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (frontmatter === undefined || body === undefined) {
    throw new Error(`${file} must start with front matter between two lines of ---.`);
  }
  const fields = parseYaml(frontmatter, file);
  if (!isFields(fields)) throw new Error(`${file}: the front matter must be a list of fields.`);
  return { fields, body };
}
