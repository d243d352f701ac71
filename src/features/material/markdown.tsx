import type { Definition, Nodes, Parents, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { createElement, type ReactNode } from 'react';
import { headingId } from './texts.ts';

// Downloaded with the reader. Only the node types below become elements: raw HTML is shown as text, and there are no
// pictures, styles or scripts (§18.60).

/** A heading in a text: its words, and its position among the headings. */
export type Heading = { text: string; index: number; depth: number };

/** The words below a heading, up to the next heading. Words before the first heading have none. */
export type Passage = { heading: Heading | undefined; words: string };

/** A parsed text: its tree, its headings in order, and its passages. */
export type Parsed = { root: Root; headings: Heading[]; passages: Passage[] };

// The only node types that can contain a heading.
const blocks: ReadonlySet<string> = new Set(['root', 'list', 'listItem', 'blockquote']);

function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

/** Parses a text. Never fails, because any text is valid Markdown. */
export function parse(markdown: string): Parsed {
  const root = fromMarkdown(markdown);
  const headings: Heading[] = [];
  const passages: Passage[] = [{ heading: undefined, words: '' }];
  const collect = (node: Nodes) => {
    if (node.type === 'heading') {
      const heading = { text: wordsOf(node), index: headings.length, depth: node.depth };
      headings.push(heading);
      passages.push({ heading, words: '' });
    } else if ('children' in node && blocks.has(node.type)) {
      node.children.forEach(collect);
    } else {
      const last = passages.at(-1);
      if (last) last.words = `${last.words} ${wordsOf(node)}`.trim();
    }
  };
  collect(root);
  return { root, headings, passages };
}

/** Returns the address if a link may use it: a path on this site, or http(s). Otherwise returns undefined. */
export function safeAddress(address: string): string | undefined {
  const base = 'https://this.site.invalid';
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    return undefined;
  }
  const { protocol, origin } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  // A relative address without a leading slash would lead into the dashboard. Browsers treat `\\evil.example` as
  // another site.
  return origin === base && !/^[/#?]/.test(address) ? undefined : address;
}

function link(address: string | undefined, children: ReactNode, key: number): ReactNode {
  const href = address === undefined ? undefined : safeAddress(address);
  if (href === undefined) return createElement('span', { key }, children);
  return createElement('a', { key, href, rel: 'noreferrer', className: 'text-link' }, children);
}

const levels = { 1: 'h3', 2: 'h4', 3: 'h5', 4: 'h6', 5: 'h6', 6: 'h6' } as const;

const tags = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  blockquote: 'blockquote',
  listItem: 'li',
} as const;

/** Renders a text. Its headings start at h3, below the page's title and the text's own. */
export function render({ root }: Parsed): ReactNode {
  const definitions = new Map<string, Definition>();
  const find = (node: Nodes) => {
    // As in CommonMark, only the first definition of a name counts.
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node);
    } else if ('children' in node) node.children.forEach(find);
  };
  find(root);

  let heading = 0;
  const inside = (node: Parents): ReactNode[] => node.children.map(show);

  function show(node: Nodes, key: number): ReactNode {
    switch (node.type) {
      case 'root':
        return inside(node);
      case 'heading': {
        const id = headingId(heading);
        heading += 1;
        return createElement(levels[node.depth], { key, id, tabIndex: -1 }, inside(node));
      }
      case 'paragraph':
      case 'emphasis':
      case 'strong':
      case 'blockquote':
      case 'listItem':
        return createElement(tags[node.type], { key }, inside(node));
      case 'list': {
        const { ordered, start } = node;
        const from = ordered && typeof start === 'number' && start !== 1 ? { start } : {};
        return createElement(ordered ? 'ol' : 'ul', { key, ...from }, inside(node));
      }
      case 'code':
        return createElement('pre', { key, tabIndex: 0 }, createElement('code', {}, node.value));
      case 'inlineCode':
        return createElement('code', { key }, node.value);
      case 'thematicBreak':
        return createElement('hr', { key });
      case 'break':
        return createElement('br', { key });
      case 'link':
        return link(node.url, inside(node), key);
      case 'linkReference':
        return link(definitions.get(node.identifier)?.url, inside(node), key);
      case 'text':
      case 'html':
        return node.value;
      case 'image':
      case 'imageReference':
        return node.alt;
      default:
        return undefined;
    }
  }

  return show(root, 0);
}
