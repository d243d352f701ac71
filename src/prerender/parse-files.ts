import { parse } from 'yaml';

/** A content file's fields, not yet checked by a schema. */
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
 * Parses a YAML list of entries. Throws an error that names the file if the list is empty, an entry has no id, or two
 * entries share an id or a serial.
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

/** Splits a text page into front matter and Markdown. Throws an error that names the file. */
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
