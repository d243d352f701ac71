import type { AstroIntegration } from 'astro';

/**
 * One way to hydrate an island besides Astro's own: `client:intent`, when somebody reaches for it
 * (pointer, touch, focus), so that a visitor who only reads downloads no React.
 */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'admitcircle:client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './build/directives/intent.ts' });
      },
    },
  };
}
