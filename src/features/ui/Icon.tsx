/**
 * An icon in an island: the text of an SVG from `src/assets/icons`, imported with `?raw`. Assistive technology skips
 * it. Astro components import icons without `?raw`, as components.
 */
export function Icon({ svg }: { svg: string }) {
  return <span className="contents" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
