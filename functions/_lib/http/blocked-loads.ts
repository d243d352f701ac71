import * as v from 'valibot';
import {
  captchaHost,
  checkoutHosts,
  provider,
} from '../../../src/domain/environment/environment.ts';
import { countedPage } from './counted-page.ts';

/**
 * One load that the content security policy blocked: the page's path, the directive, and the origin or kind of the
 * resource. `own` is the entry in our own list of hosts and kinds that covers the resource, if there is one.
 */
export type BlockedLoad = { page: string; directive: string; source: string; own?: string };

const directive = v.picklist([
  ...(['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src'] as const),
  ...(['style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'connect-src'] as const),
  ...(['frame-src', 'child-src', 'worker-src', 'manifest-src', 'media-src', 'object-src'] as const),
  ...(['base-uri', 'form-action', 'frame-ancestors', 'require-trusted-types-for'] as const),
]);

/** The body that browsers send for `report-uri`: one report. */
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

type Own = { siteUrl: string; supabase: { url: string } };

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

/** The body that browsers send for `report-to`: a batch of reports, some of which may be about other policies. */
const several = v.pipe(
  v.array(v.fallback(v.nullable(waiting), null)),
  v.transform((reports) => reports.filter((report) => report !== null)),
);

const reports = v.fallback(v.union([single, several]), []);

/** The largest number of loads that we count from one body. */
const most = 10;

/** Kinds of resources that do not have an address. */
const kinds = ['inline', 'eval', 'wasm-eval', 'data', 'blob'];

/** An address's origin, or its kind. Null if something else made the load, such as a browser extension. */
function sourceOf(address: string): string | null {
  const { protocol, origin } = URL.canParse(address)
    ? new URL(address)
    : { protocol: `${address}:`, origin: '' };
  if (/^(?:http|ws)s?:$/.test(protocol)) return origin.length <= 200 ? origin : null;
  return kinds.find((kind) => protocol === `${kind}:`) ?? null;
}

/**
 * The entry in our own list of hosts and kinds that covers this source, such as 'https://*.razorpay.com'; undefined for
 * any other source.
 */
function ownNameOf(source: string, { siteUrl, supabase }: Own): string | undefined {
  const hosts = [siteUrl, supabase.url].map((url) => new URL(url).origin);
  const own = [...hosts, captchaHost, ...checkoutHosts(provider.checkoutScript), ...kinds];
  return own.find(
    (name) =>
      name === source || (name.includes('*') && source.endsWith(name.split('*')[1] ?? name)),
  );
}

function pageOf(address: string, siteUrl: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  return host === new URL(siteUrl).host ? countedPage(pathname) : null;
}

/**
 * The loads that, according to a browser's report, were blocked on our pages, each listed once. Ignores loads by
 * browser extensions, and drops queries and fragments. Empty for any other body.
 */
export function blockedLoads(body: unknown, hosts: Own): BlockedLoad[] {
  const loads = v.parse(reports, body).flatMap(({ script, ...report }) => {
    const page = pageOf(report.page, hosts.siteUrl);
    const source = sourceOf(report.source);
    if (page === null || source === null || script?.includes('-extension')) return [];
    const own = ownNameOf(source, hosts);
    return [{ page, directive: report.directive, source, ...(own !== undefined && { own }) }];
  });
  const once = new Map(loads.map((load) => [Object.values(load).join(' '), load]));
  return [...once.values()].slice(0, most);
}
