/** A symbol without `$`, in the case in which it is stored. */
export const stripSymbolPrefix = (symbol: string): string => symbol.replace(/^\$/, '')

/** The code of a series, used to name its pages and files: its symbol without `$`, in lower case. */
export const toSeriesCode = (symbol: string): string => stripSymbolPrefix(symbol).toLowerCase()

/** Whether a text can be a series code. A symbol stored other than through the panel may have none. */
export const isSeriesCode = (text: string): boolean => /^[a-z0-9][a-z0-9._-]{0,18}$/i.test(text)
