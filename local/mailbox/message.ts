import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';

export type Message = {
  id: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Every link in the HTML part, in order. */
  links: string[];
  attachments: { name: string; type: string; text: string }[];
  receivedAt: string;
};

const entities: Record<string, string> = {
  '&amp;': '&',
  '&#38;': '&',
  '&#x3D;': '=',
  '&#61;': '=',
};

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll(/&(?:amp|#38|#x3D|#61);/g, (entity) => entities[entity] ?? entity),
  );
}

/** Parses an email received over SMTP. */
export async function readMessage(stream: Readable): Promise<Message> {
  const mail = await PostalMime.parse(await buffer(stream));
  const html = mail.html ?? '';
  return {
    id: crypto.randomUUID(),
    to: (mail.to ?? []).flatMap(({ address }) => (address ? [address] : [])),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html,
    links: linksOf(html),
    attachments: mail.attachments.map(({ filename, mimeType, method, content }) => ({
      name: filename ?? 'attachment',
      type: method ? `${mimeType}; method=${method}` : mimeType,
      text: typeof content === 'string' ? content : new TextDecoder().decode(content),
    })),
    receivedAt: new Date().toISOString(),
  };
}
