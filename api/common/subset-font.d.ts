/** The part of subset-font in use, which has no types of its own. */
declare module 'subset-font' {
  /** The part of a font (sfnt, WOFF or WOFF2) that contains the characters of `text`. Throws for any other file. */
  const subsetFont: (
    font: Buffer,
    text: string,
    options: {
      /** `sfnt` is TrueType or OpenType. */
      targetFormat: 'sfnt' | 'woff' | 'woff2'
      /** Positions on the axes of a variable typeface, which then becomes static. */
      variationAxes?: Record<string, number>
    },
  ) => Promise<Buffer>

  export = subsetFont
}
