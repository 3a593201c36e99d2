/** A symbol without `$`, in the case in which it is stored. */
export const bareSymbol = (symbol: string): string => symbol.replace(/^\$/, '')

/** The code of a series, by which its pages and files are named: its symbol without `$`, in lower case. */
export const codeOf = (symbol: string): string => bareSymbol(symbol).toLowerCase()

/** Whether a text can be the code of a series. A symbol stored by other means than the panel may have none. */
export const isSeriesCode = (text: string): boolean => /^[a-z0-9][a-z0-9._-]{0,18}$/i.test(text)
