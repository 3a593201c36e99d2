/** The result of a check. */

/** Possible results, in the order of the checks. */
export type CheckName =
  | 'key'
  | 'days'
  | 'signature'
  | 'published'
  | 'chain'
  | 'units'
  | 'backing'
  | 'head'
  | 'series'
  | 'path'
  | 'root'
  | 'sum'
  | 'duplicate'
  | 'opening'
  | 'document'
  | 'file'

export interface CheckResult {
  finding: CheckName
  ok: boolean
  /** What was compared, as a sentence. */
  text: string
  /** The series concerned. */
  symbol?: string
  /** From a leaf to the root: hash and sum after each step. */
  steps?: readonly { hash: string; units: string }[]
}

/** The findings of a check. */
export const createCheckResult = (finding: CheckName, ok: boolean, text: string): CheckResult => ({
  finding,
  ok,
  text,
})

/** Why a value is invalid, in words. */
export const toErrorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
