/** Types for what the benchmarks use of packages that only `npm run bench` installs (docs/dependencies.md). */

declare module 'lighthouse' {
  export type Flags = {
    port?: number;
    logLevel?: 'error';
    clearStorageTypes?: string[];
    skipAudits?: string[];
    onlyCategories?: string[];
    onlyAudits?: string[];
    throttlingMethod?: 'devtools';
  };

  type Result = {
    runtimeError?: { code: string; message: string };
    audits: Partial<Record<string, { numericValue?: number }>>;
    categories: Partial<Record<string, { score: number | null }>>;
    finalDisplayedUrl: string;
  };

  /** Measures a page in the browser with this debugging port. */
  export default function lighthouse(
    url: string,
    flags: Flags,
  ): Promise<{ lhr: Result } | undefined>;
}

declare module 'selfsigned' {
  /** A key and its self-signed certificate, as PEM. */
  export function generate(
    attributes: { name: string; value: string }[],
  ): Promise<{ private: string; cert: string }>;
}
