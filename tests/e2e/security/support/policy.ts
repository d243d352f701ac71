/** A Content-Security-Policy by directive. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Parses a policy. Throws for a repeated directive, because browsers ignore the second one. */
export function parsePolicy(header: string): Policy {
  const policy = new Map<string, string[]>();
  for (const part of header.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (!name) continue;
    if (policy.has(name.toLowerCase())) throw new Error(`The policy has ${name} twice.`);
    policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/** Sources that would make a policy useless. */
export const unsafeSources = /^(?:'unsafe-|\*|(?:https?|data|blob|filesystem):$|https?:\/\/\*)/;
