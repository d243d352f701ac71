import { createHash } from 'node:crypto';

/** Adds an inline script's hash to its page's policy (`Astro.csp`). */
export function allowInlineScript(
  csp: { insertScriptHash(hash: `sha256-${string}`): void } | undefined,
  code: string,
): void {
  csp?.insertScriptHash(`sha256-${createHash('sha256').update(code).digest('base64')}`);
}
