import * as v from 'valibot';
import { countedPage } from './counted-page.ts';

/** One blocked load: the path of the page, the directive, and the origin or kind of the blocked resource. */
export type BlockedLoad = { page: string; directive: string; source: string };

const directive = v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/));

/** The body for `report-uri`: one report. */
const single = v.pipe(
  v.object({
    'csp-report': v.object({
      'document-uri': v.string(),
      'blocked-uri': v.string(),
      'effective-directive': directive,
      'source-file': v.nullish(v.string()),
    }),
  }),
  v.transform(({ 'csp-report': report }) => [
    {
      page: report['document-uri'],
      directive: report['effective-directive'],
      source: report['blocked-uri'],
      script: report['source-file'],
    },
  ]),
);

const waiting = v.pipe(
  v.object({
    type: v.literal('csp-violation'),
    body: v.object({
      documentURL: v.string(),
      blockedURL: v.string(),
      effectiveDirective: directive,
      sourceFile: v.nullish(v.string()),
    }),
  }),
  v.transform(({ body }) => ({
    page: body.documentURL,
    directive: body.effectiveDirective,
    source: body.blockedURL,
    script: body.sourceFile,
  })),
);

/** The body for `report-to`: a batch of reports of all kinds. */
const several = v.pipe(
  v.array(v.fallback(v.nullable(waiting), null)),
  v.transform((reports) => reports.filter((report) => report !== null)),
);

const reports = v.fallback(v.union([single, several]), []);

/** Most loads that one body counts. */
const most = 10;

/** Kinds of blocked resources without an address. */
const kinds = ['inline', 'eval', 'wasm-eval', 'data', 'blob'];

/** The origin of an address, or its kind; null for what the page did not load itself, such as a browser's extension. */
function sourceOf(address: string): string | null {
  const { protocol, origin } = URL.canParse(address)
    ? new URL(address)
    : { protocol: `${address}:`, origin: '' };
  if (/^(?:http|ws)s?:$/.test(protocol)) return origin.length <= 200 ? origin : null;
  return kinds.find((kind) => protocol === `${kind}:`) ?? null;
}

function pageOf(address: string, siteUrl: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  return host === new URL(siteUrl).host ? countedPage(pathname) : null;
}

/**
 * The blocked loads on our pages in a browser's report, each once. Queries, fragments and loads of browser extensions
 * are dropped. Empty for any other body.
 */
export function blockedLoads(body: unknown, siteUrl: string): BlockedLoad[] {
  const loads = v.parse(reports, body).flatMap(({ script, ...report }) => {
    const page = pageOf(report.page, siteUrl);
    const source = sourceOf(report.source);
    if (page === null || source === null || script?.includes('-extension')) return [];
    return [{ page, directive: report.directive, source }];
  });
  const once = new Map(loads.map((load) => [Object.values(load).join(' '), load]));
  return [...once.values()].slice(0, most);
}
