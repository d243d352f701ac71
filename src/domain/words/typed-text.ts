// What people type and paste, cleaned in one way by forms, functions and readers of files (§5.52). In the database
// `private.clean_text` and `private.clean_code` do the same; a test compares them.

const space = /[\p{Z}\t-\r\u0085]+/gu;

/** What has no shape of its own: control characters, directions, joiners, fillers. */
const unseen = /(?![\t-\r\u0085])[\p{Cc}\p{Cf}\p{DI}]/gu;

/** The same without what shapes the letters and emoji beside it, such as a joiner in a Malayalam name. */
const needless =
  /(?![\t-\r\u0085])\p{Cc}|(?=\p{DI})(?![\p{Join_C}\u180E\u{E0020}-\u{E007F}])\p{Cf}/gu;

const visible = /[^\p{Cc}\p{Cf}\p{DI}\p{M}\p{Z}\u2800]/u;

const withoutNeedless = (typed: string) => typed.replaceAll(needless, '').normalize();
const ifVisible = (text: string) => (visible.test(text) ? text.trim() : '');

/**
 * A name or another line of text: without control characters, directions and invisible signs that shape no letter, with
 * one blank for any white space. Empty if a reader would see nothing of it.
 */
export function cleanText(typed: string): string {
  return ifVisible(withoutNeedless(typed).replaceAll(space, ' '));
}

/** The same for a text of several lines, whose lines and blanks stay. */
export function cleanLines(typed: string): string {
  return ifVisible(withoutNeedless(typed).replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n'));
}

/** The links in a text, as people paste them. */
export const link = /(?:https?:\/\/|www\.)\S+/gi;

export const nameIsLink = 'This is a link. Please write your name.';

/** What to say of a name with a link in it (§5.56); undefined of any other. */
export const linkInName = (name: string): string | undefined =>
  cleanText(name).search(link) < 0 ? undefined : nameIsLink;

/** The value of a digit of any script: they stand from zero to nine, and some runs follow each other. */
function valueOf(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * A code, number or address as a keyboard types it: compatible letters in one form, digits of all scripts as 0 to 9,
 * plain dashes and quotes, nothing invisible, one blank for any white space, and nothing that is copied along.
 */
export function cleanCode(typed: string): string {
  return (
    typed
      .slice(0, 1000)
      .replaceAll(unseen, '')
      .normalize('NFKC')
      .replaceAll(/\p{Nd}/gu, valueOf)
      .replaceAll(/\p{Dash}/gu, '-')
      .replaceAll(/[‘’‚‛′ʼ]/g, "'")
      .replaceAll(/[“”„‟]/g, '"')
      .replaceAll(space, ' ')
      // What is copied along: quotes and brackets around it, and the end of the sentence.
      .replace(/^[ "'`*<[{]+/, '')
      .replace(/[ "'`*>\]}.,;:!?।،۔]+$/, '')
  );
}

/**
 * An e-mail address as the account service stores it, out of what mail programs copy: 'Asha <asha@example.com>',
 * 'mailto:asha@example.com?subject=Hi', 'E-mail: asha@example.com (Asha)', 'asha@example.com <mailto:asha@example.com>'.
 * Two addresses stay two, which no form takes.
 */
export const cleanEmail = (typed: string): string =>
  cleanCode(
    cleanCode(typed)
      .toLowerCase()
      .replace(/^[^@]*[<(:]/, '')
      .replace(/ ?[()].*|\?[a-z]+=.*/, '')
      .replaceAll(/ ?@ ?/g, '@')
      .replace(/^ ?([^ <]+@[^ <]+) ?<(?:mailto:)?\1$/, '$1'),
  );

/** A phone number without what is copied along: 'tel:', 'Phone: '. */
export const cleanPhone = (typed: string): string =>
  cleanCode(cleanCode(typed).replace(/^\D*:/, ''));

/**
 * A phone number, cleaned; undefined for a text with letters, fewer than ten characters or fewer than eight digits
 * (§5.4).
 */
export function readPhone(typed: string): string | undefined {
  const phone = cleanPhone(typed);
  return phone.length >= 10 && /^(?:[ ()+,./-]*\d){8}[ ()+,./\d-]*$/.test(phone)
    ? phone
    : undefined;
}
