/** What a check says. */

/** What a check can find, in the order of the checks. */
export type Finding =
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
  finding: Finding
  ok: boolean
  /** What was compared, as a sentence. */
  text: string
  /** The series it is about. */
  symbol?: string
  /** From a leaf to the root: hash and sum after each step. */
  steps?: readonly { hash: string; units: string }[]
}

/** What a check found. */
export const found = (finding: Finding, ok: boolean, text: string): CheckResult => ({ finding, ok, text })

/** Why a value is none, in words. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
