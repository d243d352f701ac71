import { cleanText } from '../../../src/domain/words/typed-text.ts';

/** Emails cut names off after this many characters. */
const longestName = 40;

/**
 * A typed name, made safe to print in an email: one line of letters, without any sign that a mail program could turn
 * into a link, a header or markup (§19.7). Undefined if no letter is left.
 */
export function nameForMail(typed: string): string | undefined {
  const letters = cleanText(typed.slice(0, 10 * longestName))
    .replaceAll(/[^\p{L}\p{M}\p{Join_C}'’.\- ]+/gu, ' ')
    // Keeps a full stop only at the end of a word, as in 'Dr. Rao' but not in 'evil.com'.
    .replaceAll(/\.(?! |$)/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  // Cuts only between characters as readers see them, some of which consist of several code points.
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

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/**
 * A mail server's reply as we store it: one short line without email addresses, because servers quote the recipient's.
 */
export function withoutAddresses(reply: string): string {
  return cleanText(reply.slice(0, 2000))
    .replaceAll(/\S*@\S*/g, '(address)')
    .slice(0, 200);
}
