import type { AstroIntegration } from 'astro';

/**
 * Two ways to hydrate an island besides Astro's own:
 * `client:session` when a session is stored in this browser, `client:intent` when somebody reaches
 * for it (pointer, touch, focus), so that an anonymous visitor downloads no React before that.
 */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'admitcircle:client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of ['session', 'intent']) {
          addClientDirective({ name, entrypoint: `./build/directives/${name}.ts` });
        }
      },
    },
  };
}
