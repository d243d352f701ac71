import type { AstroIntegration } from 'astro';

/** Adds `client:member` (build/client-member.ts) to Astro's client directives. */
export function memberDirective(): AstroIntegration {
  return {
    name: 'admitcircle:member-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({
          name: 'member',
          entrypoint: './build/client-member.ts',
        }),
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates only in browsers with a stored login. */
    'client:member'?: boolean;
  }
}
