import { SERIES_FILE_MAX, SERIES_FILE_TOO_LARGE, SERIES_FILE_WRONG_TYPE } from '#contract/admin-series'

export const FILE_HINT = 'PDF, at most 200MB'
export const ACCEPTED = '.pdf,application/pdf'

/** The error of a file before it is sent; undefined for one that the server may accept. */
export function checkFile(file: Pick<File, 'name' | 'size'> | undefined): string | undefined {
  if (!file) return 'Choose a PDF file'
  if (!/\.pdf$/i.test(file.name)) return SERIES_FILE_WRONG_TYPE
  return file.size > SERIES_FILE_MAX ? SERIES_FILE_TOO_LARGE : undefined
}
