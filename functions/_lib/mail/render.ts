import {
  gulmohar,
  ink,
  leaf,
  line,
  marigold,
  muted,
  paper,
  text as textColour,
  white,
} from '../../../src/domain/colours.ts';
import { escapeHtml } from './clean.ts';

/** A part of an email; a string is a paragraph. All text is plain, because it becomes both HTML and plain text. */
export type Block =
  | string
  | { heading: string }
  /** Terms and their values, such as the lines of a receipt. */
  | { rows: readonly (readonly [term: string, value: string])[] }
  /** What the reader should do. An email has no more than one button (§19.18). */
  | { button: string; href: string }
  /** A list of things to do, each with its link if there is one. */
  | { steps: readonly { says: string; link?: { label: string; href: string } }[] }
  /** Text that a member or an operator typed, with its line breaks. */
  | { quote: string }
  /** A sentence in small print that may end in a link. */
  | { note: string; link?: { label: string; href: string } };

export type MailContent = {
  subject: string;
  /** The preview that an inbox shows next to the subject. */
  preview: string;
  heading: string;
  blocks: readonly Block[];
  /** Calendar files that create, move or cancel an appointment. */
  calendars?: readonly CalendarPart[];
  /** Where replies go, if not to the support address. */
  replyTo?: string;
  /**
   * The address to which mail programs post to unsubscribe (RFC 8058). Set only for emails from which the member can
   * unsubscribe.
   */
  unsubscribe?: string;
};

/** A calendar file attached to an email. */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string };

/** How an email names its sender: at the top, and in the line at the bottom. */
export type Letterhead = {
  name: string;
  foot: string;
  /** The support address. It becomes a link wherever an email mentions it. */
  support?: string;
};

/** The letterhead that all our emails share. */
export const letterheadOf = (name: string, support?: string): Letterhead => ({
  name,
  ...(support && { support }),
  foot: `${name}, an alumni initiative for MBA aspirants. We never ask for your password by email.`,
});

/** An email's HTML and plain-text parts. */
export type RenderedMail = { html: string; text: string };

// Each text sets its own colour and each box its own background, so that both stay readable when a mail program darkens
// them.
const serif = "font-family: Georgia, 'Times New Roman', serif";
const sans = 'font-family: Helvetica, Arial, sans-serif';

const layoutTable =
  'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"' as const;

/**
 * Escapes text. In a narrow column, a long email address breaks after a punctuation mark, and amounts, phone numbers,
 * days such as '27 November' and times such as '10:00 am' do not break at all.
 */
const escaped = (text: string) =>
  escapeHtml(text)
    .replaceAll(/\S+@\S+/g, (address) => address.replaceAll(/[@.](?=\w)/g, '$&<wbr>'))
    .replaceAll(/(?<=\d) (?=\d|[ap]m\b|[A-Z][a-z]+ \d{4}\b)|(?<=\bRs) (?=\d)/g, '&nbsp;');

/** Escapes our own text, and links the support address in it. */
function prose(text: string, { support }: Letterhead): string {
  const html = escaped(text);
  if (!support) return html;
  return html.replaceAll(
    escaped(support),
    (address) => `<a href="mailto:${escapeHtml(support)}" style="color: ${leaf}">${address}</a>`,
  );
}

function htmlRow([term, value]: readonly [string, string], head: Letterhead): string {
  const cell = `padding: 8px 0; border-bottom: 1px solid ${line}; ${sans}; font-size: 15px; line-height: 1.5; vertical-align: top; text-align: left; overflow-wrap: anywhere; word-break: break-word`;
  return `<tr><th scope="row" width="38%" style="${cell}; padding-right: 12px; font-weight: normal; color: ${muted}">${escapeHtml(term)}</th><td style="${cell}; color: ${textColour}">${prose(value, head)}</td></tr>`;
}

const htmlButton = (label: string, href: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 24px"><tr><td style="border-radius: 26px; background-color: ${gulmohar}"><a href="${escapeHtml(href)}" style="display: inline-block; padding: 14px 28px; ${sans}; font-size: 16px; line-height: 1.3; font-weight: bold; color: ${white}; text-decoration: none">${escapeHtml(label)}</a></td></tr></table>`;

function htmlBlock(block: Block, head: Letterhead): string {
  if (typeof block === 'string') {
    return `<p style="margin: 0 0 20px; ${sans}; font-size: 16px; line-height: 1.6; color: ${textColour}; overflow-wrap: anywhere">${prose(block, head)}</p>`;
  }
  if ('heading' in block) {
    return `<h2 style="margin: 32px 0 12px; ${serif}; font-size: 20px; line-height: 1.3; text-wrap: balance; font-weight: bold; color: ${ink}">${escapeHtml(block.heading)}</h2>`;
  }
  if ('quote' in block) {
    const lines = escapeHtml(block.quote).replaceAll('\n', '<br>');
    return `<div style="margin: 0 0 24px; padding: 0 0 0 16px; border-left: 4px solid ${line}; ${sans}; font-size: 16px; line-height: 1.6; color: ${textColour}; overflow-wrap: anywhere">${lines}</div>`;
  }
  if ('steps' in block) {
    const items = block.steps.map(
      ({ says, link }) =>
        `<li style="margin: 0 0 12px">${prose(says, head)}${link ? `<br><a href="${escapeHtml(link.href)}" style="color: ${leaf}">${escapeHtml(link.label)}</a>` : ''}</li>`,
    );
    return `<ul style="margin: 0 0 20px; padding: 0 0 0 24px; ${sans}; font-size: 16px; line-height: 1.6; color: ${textColour}; overflow-wrap: anywhere">${items.join('\n')}</ul>`;
  }
  if ('rows' in block) {
    const rows = block.rows.map((row) => htmlRow(row, head)).join('\n');
    return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 24px; border-top: 1px solid ${line}; border-collapse: collapse">${rows}</table>`;
  }
  if ('button' in block) {
    return htmlButton(block.button, block.href);
  }
  // A link after a colon is an address to copy.
  const link = block.link
    ? ` <a href="${escapeHtml(block.link.href)}" style="color: ${leaf}">${escapeHtml(block.link.label)}</a>${/[.?!:]$/.test(block.note) ? '' : '.'}`
    : '';
  return `<p style="margin: 0 0 16px; ${sans}; font-size: 14px; line-height: 1.6; color: ${muted}; overflow-wrap: anywhere">${prose(block.note, head)}${link}</p>`;
}

function html({ subject, preview, heading, blocks }: MailContent, head: Letterhead): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin: 0; padding: 0; background-color: ${paper}; color: ${textColour}">
<div style="display: none; max-height: 0; overflow: hidden">${escapeHtml(preview)}</div>
<table ${layoutTable} style="background-color: ${paper}">
<tr><td align="center" style="padding: 24px 12px">
<table ${layoutTable} style="max-width: 560px">
<tr><td style="padding: 0 0 20px; ${serif}; font-size: 22px; font-weight: bold; color: ${ink}"><span style="color: ${marigold}" aria-hidden="true">&#9679;</span>&nbsp;${escapeHtml(head.name)}</td></tr>
<tr><td style="padding: 28px 22px 14px; background-color: ${white}; border: 1px solid ${line}; border-top: 4px solid ${gulmohar}; border-radius: 8px">
<h1 style="margin: 0 0 16px; ${serif}; font-size: 24px; line-height: 1.25; text-wrap: balance; font-weight: bold; color: ${ink}">${escaped(heading)}</h1>
${blocks.map((block) => htmlBlock(block, head)).join('\n')}
</td></tr>
<tr><td style="padding: 20px 4px 0; ${sans}; font-size: 13px; line-height: 1.5; color: ${muted}">${escapeHtml(head.foot)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function textBlock(block: Block): string {
  if (typeof block === 'string') return block;
  if ('heading' in block) return `${block.heading}\n${'-'.repeat(block.heading.length)}`;
  if ('quote' in block) return block.quote.replaceAll(/^/gm, '> ');
  if ('rows' in block) return block.rows.map(([term, value]) => `${term}: ${value}`).join('\n');
  if ('steps' in block) {
    return block.steps
      .map(({ says, link }) => `- ${says}${link ? ` ${link.label}:\n${link.href}\n` : ''}`)
      .join('\n')
      .trimEnd();
  }
  if ('button' in block) return `${block.button}:\n${block.href}`;
  return block.link ? `${block.note} ${block.link.label}:\n${block.link.href}` : block.note;
}

function text({ heading, blocks }: MailContent, head: Letterhead): string {
  const parts = [
    `${heading}\n${'='.repeat(heading.length)}`,
    ...blocks.map(textBlock),
    // Mail programs recognise this line as the start of a signature.
    `-- \n${head.foot}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Renders an email as HTML and as plain text, with the same words in both. */
export function renderMail(content: MailContent, head: Letterhead): RenderedMail {
  return { html: html(content, head), text: text(content, head) };
}
