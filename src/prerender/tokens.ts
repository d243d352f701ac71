/** What a token in the copy may stand for, by the name written between the braces. */
export type TokenValues = Readonly<Record<string, string>>;

/**
 * Replaces every `{name}` in a text with its value, so that copy names the site's address or
 * e-mail without repeating it. A token without a value, or a brace that belongs to no token, throws
 * a sentence that starts with `where` and says what to correct.
 */
export function fillTokens(text: string, values: TokenValues, where: string): string {
  const filled = text.replace(/\{([^{}]*)\}/g, (token, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      const known = Object.keys(values).map((key) => `{${key}}`);
      throw new Error(`${where}: the token ${token} is unknown. Use one of ${known.join(', ')}.`);
    }
    return value;
  });
  const stray = /[{}]/.exec(text.replace(/\{[^{}]*\}/g, ''));
  if (stray) {
    throw new Error(`${where}: a single ${stray[0]} stands in the text. Write tokens as {email}.`);
  }
  return filled;
}
