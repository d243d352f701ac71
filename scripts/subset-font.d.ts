declare module 'subset-font' {
  type Axis = number | { min: number; max: number };

  /** Reduces a font to the characters of `text`, and pins or narrows its variation axes. */
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
