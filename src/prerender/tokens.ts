/** Values of the tokens in the content, by the name between the braces. */
export type TokenValues = Readonly<Record<string, string>>;

/**
 * Replaces every `{name}` in a text with its value (docs/decisions/content-tokens.md). For an unknown token, or a brace
 * that belongs to no token, throws an error that starts with `where` and says what to correct.
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
    throw new Error(`${where}: a single ${stray[0]} is in the text. Write tokens as {email}.`);
  }
  return filled;
}
