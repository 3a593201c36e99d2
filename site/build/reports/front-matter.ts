import { parseDocument } from 'yaml'
import { reportTypes } from '#contract/catalog/reports'

/** The validated front matter of a report. */
export interface ReportFrontMatter {
  title: string
  type: (typeof reportTypes)[number]
  category: string
  /** Calendar date, YYYY-MM-DD. */
  date: string
  auditor: string
  description: string
  status?: string
  scope?: string
  findings: string[]
  illustrative: boolean
  order: number
}

export interface ReportSource {
  frontMatter: ReportFrontMatter
  body: string
  /** Line of the file on which the body begins (1-based). */
  bodyLine: number
}

/** Mistakes in content files, worded for their writers; one line each. */
export class ContentError extends Error {
  override name = 'ContentError'

  constructor(file: string, mistakes: string[]) {
    super(mistakes.map((mistake) => `${file}: ${mistake}`).join('\n'))
  }

  /** Combines the mistakes of several files in one error. */
  static join(errors: ContentError[]): ContentError {
    const joined = new ContentError('', [])
    joined.message = errors.map((error) => error.message).join('\n')
    return joined
  }
}

type Values = Record<string, unknown>
interface Field {
  expected: string
  accepts: (value: unknown) => boolean
  isRequired: (values: Values) => boolean
}

const always = () => true
const whenAudit = (values: Values) => values.type === 'audit'

function text(least: number, most: number, isRequired: Field['isRequired'] = always): Field {
  return {
    expected: `text of ${least} to ${most} characters`,
    accepts: (value) => typeof value === 'string' && value.length >= least && value.length <= most,
    isRequired,
  }
}

function isCalendarDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

const finding = text(20, 240)
const fields: Record<keyof ReportFrontMatter, Field> = {
  title: text(5, 90),
  type: {
    expected: `one of ${reportTypes.join(', ')}`,
    accepts: (value) => reportTypes.some((type) => type === value),
    isRequired: always,
  },
  category: text(3, 40),
  date: { expected: 'a calendar date like 2026-09-30', accepts: isCalendarDate, isRequired: always },
  auditor: text(3, 80),
  description: text(60, 220),
  status: text(3, 30, whenAudit),
  scope: text(20, 260, whenAudit),
  findings: {
    expected: `a list of 3 to 5 sentences, each ${finding.expected}`,
    accepts: (value) =>
      Array.isArray(value) && value.length >= 3 && value.length <= 5 && value.every(finding.accepts),
    isRequired: always,
  },
  illustrative: {
    expected: 'true or false',
    accepts: (value) => typeof value === 'boolean',
    isRequired: always,
  },
  order: {
    expected: 'a whole number, 0 or more',
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0,
    isRequired: always,
  },
}

/**
 * Splits a report into front matter and body. Throws a ContentError that names the file, each wrong field and the
 * expected value.
 */
export function readReportSource(file: string, source: string): ReportSource {
  const [whole, yaml] = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(source) ?? []
  if (whole === undefined || yaml === undefined) {
    throw new ContentError(file, ['must begin with front matter between two lines of three dashes (---)'])
  }
  const values = parseValues(file, yaml)
  const mistakes = findMistakes(values)
  if (mistakes.length > 0) throw new ContentError(file, mistakes)
  return {
    frontMatter: values as unknown as ReportFrontMatter,
    body: source.slice(whole.length),
    bodyLine: whole.split('\n').length,
  }
}

function parseValues(file: string, yaml: string): Values {
  const document = parseDocument(yaml)
  const mistakes = document.errors.map(({ message, linePos }) => {
    const line = linePos ? `line ${linePos[0].line + 1}: ` : ''
    return `${line}the front matter is not valid YAML: ${message.split('\n')[0]}`
  })
  if (mistakes.length > 0) throw new ContentError(file, mistakes)
  const values: unknown = document.toJS()
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new ContentError(file, ['the front matter must be a list of fields, one `name: value` a line'])
  }
  return values as Values
}

function findMistakes(values: Values): string[] {
  const names = Object.keys(fields)
  const unknown = Object.keys(values)
    .filter((name) => !names.includes(name))
    .map((name) => `the field "${name}" is unknown. A report has: ${names.join(', ')}`)
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    if (value === undefined || value === null) {
      return field.isRequired(values) ? [`the field "${name}" is missing. Expected ${field.expected}`] : []
    }
    return field.accepts(value) ? [] : [`the field "${name}" must be ${field.expected}, not ${quote(value)}`]
  })
  return [...wrong, ...unknown]
}

function quote(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > 60 ? `${value.length} characters` : `"${value}"`
  }
  return JSON.stringify(value)
}
