import { cleanText } from '../../../src/domain/words/typed-text.ts';

/** The longest name that a mail prints, in characters. */
const longestName = 40;

/**
 * A name that somebody typed, as a mail may print it: one line of letters, with no sign from which a mail
 * program could make a link, a header or markup (§19.7). Undefined if no letter is left.
 */
export function nameForMail(typed: string): string | undefined {
  const letters = cleanText(typed.slice(0, 10 * longestName))
    .replaceAll(/[^\p{L}\p{M}\p{Join_C}'’.\- ]+/gu, ' ')
    // Keeps a full stop only at the end of a word: 'Dr. Rao', but not 'evil.com'.
    .replaceAll(/\.(?! |$)/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  // Cuts between the characters that readers see, because some take several code points.
  const characters = Array.from(
    new Intl.Segmenter('en').segment(letters),
    ({ segment }) => segment,
  );
  const short = characters.slice(0, longestName).join('');
  return /\p{L}/u.test(short) ? short.trim() : undefined;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** A mail server's reply as we keep it: one short line without addresses, because servers repeat the recipient's. */
export function withoutAddresses(reply: string): string {
  return cleanText(reply.slice(0, 2000))
    .replaceAll(/\S*@\S*/g, '(address)')
    .slice(0, 200);
}
