import { createHash } from 'node:crypto';

/** Adds the hash of an inline script to the policy of its page (`Astro.csp`). */
export function allowInlineScript(
  csp: { insertScriptHash(hash: `sha256-${string}`): void } | undefined,
  code: string,
): void {
  csp?.insertScriptHash(`sha256-${createHash('sha256').update(code).digest('base64')}`);
}
