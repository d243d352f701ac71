/**
 * An icon in an island: the source of an SVG from `src/assets/icons`, imported with `?raw`. Hidden from assistive
 * technology. Astro components import icons without `?raw`, as components.
 */
export function Icon({ svg }: { svg: string }) {
  return <span className="contents" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
