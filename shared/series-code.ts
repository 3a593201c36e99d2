/** The code of a series, by which its pages and files are named: its symbol without `$`, in lower case. */
export const codeOf = (symbol: string): string => symbol.replace(/^\$/, '').toLowerCase()
