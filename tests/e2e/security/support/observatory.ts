/**
 * Computes the score that MDN’s HTTP Observatory (algorithm 4) gives the headers and HTML of a page. It leaves out HSTS
 * preloading and the redirect from HTTP, because neither can be checked offline.
 */
import { parsePolicy, type Policy } from './policy.ts';

type Page = { headers: Headers; html: string; site: string };

const sixMonths = 15_768_000;
const minimumForBonus = 90;
const broad = /^(?:ftp:|http:|https:|\*|https?:\/\/\*(?:\.\*)?)$/;
const isPrivate = /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;

function scoreOfPolicy(header: string | null): number {
  if (!header) return -25;
  let policy: Policy;
  try {
    policy = parsePolicy(header);
  } catch {
    return -25;
  }
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const scripts = sources('script-src');
  const styles = [...sources('style-src'), ...(policy.get('style-src-attr') ?? [])];
  const isUnsafe = (source: string) =>
    source === "'unsafe-inline'" || source === 'data:' || broad.test(source);
  const active = [...policy].filter(([name]) => !/^(?:img|media)-src$/.test(name));

  if (scripts.some(isUnsafe) || sources('object-src').some((source) => broad.test(source))) {
    return -20;
  }
  if (active.some(([, list]) => list.some((source) => source.startsWith('http:')))) return -20;
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10;
  const passive = [...sources('img-src'), ...sources('media-src')];
  if (passive.some((source) => source.startsWith('http:'))) return -10;
  if (styles.some(isUnsafe)) return 0;
  const formAction = policy.get('form-action') ?? ['*'];
  const closed =
    policy.get('default-src')?.join() === "'none'" &&
    formAction.every((source) => source === "'self'" || source === "'none'");
  return closed ? 10 : 5;
}

function scoreOfFraming(headers: Headers): number {
  const ancestors = /(?:^|;)\s*frame-ancestors\s+([^;]+)/.exec(
    headers.get('content-security-policy') ?? '',
  )?.[1];
  if (ancestors && !ancestors.split(/\s+/).some((source) => broad.test(source))) return 5;
  return /^(?:deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20;
}

function scoreOfTransport(header: string | null): number {
  const age = Number(/max-age=(\d+)/.exec(header ?? '')?.[1]);
  if (!Number.isFinite(age)) return -20;
  return age < sixMonths ? -10 : 0;
}

function scoreOfReferrer(header: string | null): number {
  if (header === null) return 0;
  const last = header.split(',').at(-1)?.trim() ?? '';
  return isPrivate.test(last) ? 5 : -5;
}

function scoreOfScripts(html: string, site: string): number {
  const tags = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)];
  const foreign = tags.filter(([, src = '']) => new URL(src, site).origin !== new URL(site).origin);
  if (foreign.some(([, src = '']) => src.startsWith('http:') || src.startsWith('//'))) return -50;
  return foreign.some(([tag]) => !tag.includes(' integrity=')) ? -5 : 0;
}

function scoreOfSharing(headers: Headers): number {
  const all = headers.get('access-control-allow-origin') !== null;
  return all && headers.get('access-control-allow-credentials') === 'true' ? -50 : 0;
}

const isolating = /^(?:same-origin|same-origin-allow-popups)$/;

/** The score of a page; 100 or more is an A+. */
export function observatoryScore({ headers, html, site }: Page): number {
  const points = [
    scoreOfPolicy(headers.get('content-security-policy')),
    scoreOfFraming(headers),
    scoreOfTransport(headers.get('strict-transport-security')),
    scoreOfReferrer(headers.get('referrer-policy')),
    scoreOfScripts(html, site),
    scoreOfSharing(headers),
    headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    headers.get('set-cookie') === null ? 0 : -40,
    isolating.test(headers.get('cross-origin-opener-policy') ?? '') ? 10 : 0,
    /^same-(?:origin|site)$/.test(headers.get('cross-origin-resource-policy') ?? '') ? 10 : 0,
  ];
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const base = 100 + sum(points.filter((point) => point < 0));
  return base < minimumForBonus ? base : base + sum(points.filter((point) => point > 0));
}
