declare module 'subset-font' {
  type Axis = number | { min: number; max: number };

  /** Cuts a font down to the characters of `text`; axes are pinned or narrowed. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      noLayoutClosure?: boolean;
      variationAxes?: Record<string, Axis>;
    },
  ): Promise<Uint8Array>;
}
