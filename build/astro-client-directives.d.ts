import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate when somebody reaches for the island with pointer, touch or focus. */
    'client:intent'?: boolean;
  }
}
