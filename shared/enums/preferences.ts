export const themes = ['system', 'light', 'dark'] as const
/** A sample number in each format. */
export const numberFormats = ['1,234.56', '1.234,56', '1 234,56'] as const
