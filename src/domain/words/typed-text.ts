// Cleans what people type and paste, in the same way for forms, functions and file readers (§5.52). In the database,
// `private.clean_text` and `private.clean_code` do the same; a test compares them.

const space = /[\p{Z}\t-\r\u0085]+/gu;

/**
 * Characters that have no shape of their own: control characters, direction marks, joiners, fillers, the mark that
 * phones leave where something was dictated, and half an emoji.
 */
const unseen = /(?![\t-\r\u0085])[\p{Cc}\p{Cf}\p{DI}\p{Cs}\uFFFC]/gu;

/**
 * Shapeless characters, except those that shape the letters or emoji beside them, such as a joiner in a Malayalam name.
 */
const needless =
  /(?![\t-\r\u0085])\p{Cc}|[\p{Cs}\uFFFC]|(?=\p{DI})(?![\p{Join_C}\u180E\u{E0020}-\u{E007F}])\p{Cf}/gu;

const visible = /[^\p{Cc}\p{Cf}\p{DI}\p{M}\p{Z}\p{Cs}\uFFFC\u2800\u{1D159}]/u;

const withoutNeedless = (typed: string) => typed.replaceAll(needless, '').normalize();
const ifVisible = (text: string) => (visible.test(text) ? text.trim() : '');

/**
 * Cleans a name or another single line: removes control characters, direction marks and invisible characters that do
 * not shape a letter, and turns any run of white space into one space. Empty if nothing visible is left.
 */
export function cleanText(typed: string): string {
  return ifVisible(withoutNeedless(typed).replaceAll(space, ' '));
}

/** Cleans text of several lines, but keeps its line breaks and spaces. */
export function cleanLines(typed: string): string {
  return ifVisible(withoutNeedless(typed).replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n'));
}

/**
 * The value of a digit in any script. Scripts list their digits from zero to nine, and some scripts' digits directly
 * follow another's, so this counts back to the start of the run.
 */
function valueOf(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Characters that people put around a text and never into a code, number or address: angled quotes, the accent typed as
 * a quote, bullets, arrows, signs and emoji.
 */
const around = /[\u0301«»‹›·•‣\u2190-\u21FF\u2300-\u2BFF\u{1F000}-\u{1FAFF}]/gu;

/**
 * Cleans a code, number or address: gives compatible letters one form, turns digits of any script into 0 to 9, makes
 * dashes and quotes plain, turns white space into one space, and removes invisible characters and whatever was copied
 * with the text by mistake. An emoji or a bullet inside the text becomes *, so that no form accepts it.
 */
export function cleanCode(typed: string): string {
  return (
    typed
      .slice(0, 1000)
      .replaceAll(unseen, '')
      .normalize('NFKC')
      .replaceAll(/\p{Nd}/gu, valueOf)
      .replaceAll(/[\p{Dash}\u02D7\u2043➖]/gu, '-')
      .replaceAll(around, '*')
      .replaceAll(/[‘’‚‛′ʼ]/g, "'")
      .replaceAll(/[“”„‟]/g, '"')
      .replaceAll(space, ' ')
      // Often copied together with the text: surrounding quotes and brackets, and the punctuation at the end of a
      // sentence.
      .replaceAll(/^[ "'`*<[{]+|[ "'`*>\]}.,;:!?।،۔]+$/g, '')
  );
}

/**
 * Extracts an email address, in the form that the account service stores, from what mail programs copy: 'Asha
 * <asha@example.com>', 'mailto:asha@example.com?subject=Hi', 'E-mail: asha@example.com (Asha)', 'asha@example.com
 * <mailto:asha@example.com>'. Text with two different addresses keeps both, so that every form rejects it.
 */
export const cleanEmail = (typed: string): string =>
  cleanCode(typed)
    .toLowerCase()
    .replace(/^[^@]*(?:[<(:]| [>*|])/, '')
    .replace(/ ?[()].*|\?[a-z]+=.*/, '')
    .replaceAll(/ ?@ ?/g, '@')
    .replace(/^ ?([^ <]+@[^ <]+) ?<(?:mailto:)?\1$/, '$1')
    // An address may begin with _, but _ at both ends is emphasis.
    .replaceAll(/^(?:[ "'`./[{*>|-]|[_~](?=.*[_~][^a-z@]*$))+|[ -/:-@[-`{-~।،۔]+$/g, '');

/** A phone number without any label that was copied with the number: 'tel:', 'Phone: '. */
export const cleanPhone = (typed: string): string =>
  cleanCode(cleanCode(typed).replace(/^\D*:/, ''));

/**
 * A cleaned phone number; undefined for text that contains letters or two numbers, or has fewer than ten characters or
 * eight digits (§5.4). No number has more than 18 digits, even with '00' and '(0)', or a + after its first digit.
 */
export function readPhone(typed: string): string | undefined {
  const phone = cleanPhone(typed);
  return phone.length >= 10 && /^[ ()+,./-]*(?:\d[ (),./-]*){8,18}$/.test(phone)
    ? phone
    : undefined;
}
