/** Values of the tokens in the content, by the name between the braces. Only texts that are not empty count. */
export type TokenValues = Readonly<Record<string, unknown>>;

/**
 * Replaces every `{name}` in a text with its value (docs/decisions/content-tokens.md). For an unknown token, or a brace
 * that belongs to no token, throws an error that starts with `where` and says what to correct.
 */
export function fillTokens(text: string, values: TokenValues, where: string): string {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string' && value);
  const known = new Map(texts.map(([name, value]) => [`{${name}}`, String(value)]));
  const filled = text.replace(/\{[^{}]*\}/g, (token) => {
    const value = known.get(token);
    if (value !== undefined) return value;
    const tokens = [...known.keys()].join(', ');
    throw new Error(`${where}: the token ${token} is unknown. Use one of ${tokens}.`);
  });
  const stray = /[{}]/.exec(text.replace(/\{[^{}]*\}/g, ''));
  if (stray) {
    throw new Error(`${where}: a single ${stray[0]} is in the text. Write tokens as {email}.`);
  }
  return filled;
}
