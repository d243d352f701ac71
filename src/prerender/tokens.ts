import { lateReasons } from '../domain/bookings/late-reasons.ts';
import {
  dailyLimits,
  freeInterviews,
  kept,
  keptFor,
  lasting,
  lastingInFigures,
  namings,
  periods,
} from '../domain/periods.ts';
import { inWords } from '../domain/words/count.ts';
import { keysOf } from '../domain/words/keys-of.ts';
import { oldestBrowsersText } from './oldest-browsers.ts';

/** Values for tokens in the content, by the name between the braces. Only non-empty strings count. */
export type TokenValues = Readonly<Record<string, unknown>>;

/**
 * Numbers from our rules that any text can use: `{refund}` is '3 weeks', `{refund: words}` 'three weeks', `{session
 * change}` 'ten' a day, `{kept loan}` 'one year', `{free interviews}` '1000', `{namings}` 'three', `{late
 * reasons}` when we return a session cancelled too late, and `{oldest browsers}` the browsers' versions.
 */
const ruleValues: Record<string, string> = {
  'free interviews': String(freeInterviews),
  'late reasons': lateReasons,
  namings: inWords(namings),
  'oldest browsers': oldestBrowsersText,
};
for (const kind of keysOf(kept)) ruleValues[`kept ${kind}`] = keptFor(kind);
for (const name of keysOf(dailyLimits)) ruleValues[name] = inWords(dailyLimits[name]);
for (const name of keysOf(periods)) {
  ruleValues[name] = lastingInFigures(name);
  ruleValues[`${name}: words`] = lasting(name);
}

/**
 * Replaces every `{name}` in a text with its value (docs/decisions/content-tokens.md). For an unknown token or a stray
 * brace, throws an error that starts with `where` and says what to correct.
 */
export function fillTokens(text: string, values: TokenValues, where: string): string {
  const texts = Object.entries({ ...values, ...ruleValues }).filter(
    ([, value]) => typeof value === 'string' && value,
  );
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
