/**
 * The data of a series in content/tokens: the part that its files and the demonstration data are made from. The build
 * validates it. Days are `YYYY-MM-DD`, figures are texts.
 */
import type { seriesDocumentTypes } from '#shared/enums/series'
import type { Category } from './resource-statement.ts'
import type { DerivationStep } from './unit-derivation.ts'

/** The version number of files made by the build: each is the first version of its document. */
export const FIRST_VERSION = 1

interface Figures {
  tonnes: string
  grade: string
  contained: string
}

export interface SeriesContent {
  /** The asset is fictional. */
  illustrative: boolean
  symbol: string
  name: string
  commodity: string
  district: { name: string; region: string; country: { code: string; name: string } }
  stage: string
  license: { kind: string; status: string }
  deposit_type: string
  statement: {
    effective: string
    standard: string
    signed_by: { role: string; experience: string }
    units: Figures
    grade_of: string
    cut_off: { value: string; basis: string }
    lines: (Figures & { category: Category })[]
    totals: (Figures & { of: Category[] })[]
    note: string
  }
  unit: { value: string; unit: string; of: string }
  chain: {
    label: string
    operation: DerivationStep['operation']
    input: { label: string; value: string; unit: string }
    result: { value: string; unit: string }
    source: string
    as_of: string
  }[]
  valuation: {
    method: 'cash-flow' | 'yardstick'
    as_of: string
    prepared_by: string
    basis: string
    inputs: {
      label: string
      unit: string
      low: string
      preferred: string
      high: string
      source: string
      as_of: string
    }[]
    unit_value: { low: string; preferred: string; high: string }
  }
  /** Earliest first. */
  history: { as_of: string; low: string; preferred: string; high: string }[]
  offering: {
    unit_price: string
    minimum: string
    maximum: string
    cap_units: string
    opens: string
    closes: string
    payment_days: number
    eligible_countries: string[]
    use_of_proceeds: string
    redemption: string
    fees: string
  }
  documents: {
    id: string
    kind: (typeof seriesDocumentTypes)[number]
    title: string
    date: string
    must_acknowledge: boolean
  }[]
  /** Latest first. */
  attestations: { as_of: string; expires: string; units_held: string; by: string; finding: string }[]
  risks: { title: string; text: string }[]
}

/** A PDF file made by the build for a series. */
export interface SeriesFile {
  /** Name within the folder of files, unique across all series. */
  name: string
  size: number
  sha256: string
}

/** A series with its files, as listed by the build. */
export interface BuiltSeries extends SeriesContent {
  /** By document id. */
  document_files: Record<string, SeriesFile>
  /** By attestation date. */
  attestation_files: Record<string, SeriesFile>
}
