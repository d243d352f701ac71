/** A Content-Security-Policy by directive. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Reads a policy as a browser does. Throws for a directive that stands there twice: one is ignored. */
export function parsePolicy(header: string): Policy {
  const policy = new Map<string, string[]>();
  for (const part of header.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (!name) continue;
    if (policy.has(name.toLowerCase())) throw new Error(`${name} stands in the policy twice.`);
    policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/** Sources with which a policy would protect nothing. */
export const unsafeSources = /^(?:'unsafe-|\*|(?:https?|data|blob|filesystem):$|https?:\/\/\*)/;
