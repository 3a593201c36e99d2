import {
  SERIES_FILE_BYTES_MAX,
  SERIES_FILE_TOO_LARGE,
  SERIES_FILE_WRONG_TYPE,
} from '#contract/catalog/admin-series'

export const FILE_HINT = 'PDF, up to 200 MB'
export const ACCEPTED_FILE_TYPES = '.pdf,application/pdf'

/** The error of a file before it is sent; undefined if the server may accept it. */
export function validateSeriesFile(file: Pick<File, 'name' | 'size'> | undefined): string | undefined {
  if (!file) return 'Select a PDF file'
  if (!/\.pdf$/i.test(file.name)) return SERIES_FILE_WRONG_TYPE
  return file.size > SERIES_FILE_BYTES_MAX ? SERIES_FILE_TOO_LARGE : undefined
}
