/** What is used of subset-font, which has no types of its own. */
declare module 'subset-font' {
  /** The part of a font (sfnt, WOFF or WOFF2) that contains the characters of `text`. Throws for any other file. */
  const subsetFont: (
    font: Buffer,
    text: string,
    options: {
      /** `sfnt` is TrueType or OpenType. */
      targetFormat: 'sfnt' | 'woff' | 'woff2'
      /** Places on the axes of a variable typeface, which becomes one without them. */
      variationAxes?: Record<string, number>
    },
  ) => Promise<Buffer>

  export = subsetFont
}
