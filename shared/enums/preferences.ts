export const themes = ['system', 'light', 'dark'] as const
/** A number as it is written with each. */
export const numberFormats = ['1,234.56', '1.234,56', '1 234,56'] as const
