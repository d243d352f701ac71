import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate when a session is stored in this browser. */
    'client:session'?: boolean;
    /** Hydrate when somebody reaches for the island with pointer, touch or focus. */
    'client:intent'?: boolean;
  }
}
