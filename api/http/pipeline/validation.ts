/**
 * Validates input against the contract, in three steps: text is cleaned, values are checked by a compiled schema, and
 * undeclared fields are dropped.
 */
import { isIP } from 'node:net'
import { FormatRegistry, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import { TypeCompiler, ValueErrorType } from '@sinclair/typebox/compiler'
import { createMirror } from 'exact-mirror'
import { doubleMaxLengths, getTextSchema, normalizeText, validateText } from '#common/text-rules'
import { notFoundProblem, Problem, type ProblemDetail } from '#contract/problem'

/** Local part and domain as mail systems in use accept them; whether the mailbox exists is proven by use. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  // PostgreSQL's calendar has no year zero.
  if (value.startsWith('0000')) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function isDayOrInstant(value: string, earliest = 2000): boolean {
  const [, day = '', time] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(value) ?? []
  const year = Number(day.slice(0, 4))
  if (!isCalendarDate(day) || year < earliest || year > 2199) return false
  return time === undefined || !Number.isNaN(Date.parse(value))
}

/** Names inside a reader's own network: RFC 6761, RFC 6762, RFC 8375, and ICANN's for private use. */
const PRIVATE_NAME = /\.(?:localhost|local|internal|home\.arpa)$/

/** A public domain name; a numeric IP address is not a public page, and may be the reader's router. */
function isPublicName(hostname: string): boolean {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0 && !PRIVATE_NAME.test(name)
}

/** http or https with a public host and no user name: `https://bank.example@other.example` misleads. */
function isWebAddress(value: string): boolean {
  // The parser would accept blanks, control characters and backslashes, which browsers read differently.
  if (!/^https?:\/\/[^\s\p{Cc}\\/][^\s\p{Cc}\\]*$/iu.test(value)) return false
  const url = URL.parse(value)
  return url !== null && isPublicName(url.hostname) && url.username === '' && url.password === ''
}

FormatRegistry.Set('email-address', (value) => EMAIL.test(value))
FormatRegistry.Set('calendar-date', isCalendarDate)
FormatRegistry.Set('day-or-instant', (value) => isDayOrInstant(value))
FormatRegistry.Set('phone-number', (value) => /\d/.test(value))
FormatRegistry.Set('web-address', isWebAddress)
FormatRegistry.Set(
  'date-time',
  (value) => /T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value) && isDayOrInstant(value, 1900),
)

/** Decimal digits that every float of this length preserves. */
const EXACT_DIGITS = 15

/**
 * A JSON number as the decimal that was written; anything else, and numbers that a float may not preserve, stay
 * numbers. JSON makes no difference between 1e5 and 100000; as typed text, '1e5' is not a decimal.
 */
function readDecimal(value: number): unknown {
  const text = Object.is(value, -0) ? '' : String(value)
  const isExact = /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= EXACT_DIGITS
  return isExact ? text : value
}

/** Trims and normalizes what the schema declares as `cleaned`, and fills in defaults. Returns a new object. */
function clean(schema: TSchema, value: unknown): unknown {
  const isDecimal = schema.decimal || schema.anyOf?.some(({ decimal }: TSchema) => decimal)
  if (typeof value === 'number' && isDecimal) return readDecimal(value)
  if (typeof value === 'string') {
    const rules = getTextSchema(schema)
    return rules ? normalizeText(value, rules) : value
  }
  if (schema.type === 'array' && Array.isArray(value)) return value.map((part) => clean(schema.items, part))
  if (schema.type !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value))
    return value
  const source = value as Record<string, unknown>
  const result: Record<string, unknown> = {}
  for (const [name, property] of Object.entries((schema as TObject).properties)) {
    const given = Object.hasOwn(source, name) ? source[name] : undefined
    if (given !== undefined) result[name] = clean(property, given)
    else if (property.default !== undefined) result[name] = property.default
  }
  return result
}

const label = (path: string): string => {
  const words = (path.split('/').pop() ?? '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Maximum characters of a text, by the schema that its check was compiled from. */
const boundOf = ({ cleaned, maxLength = 0 }: TSchema): number => (cleaned ? maxLength / 2 : maxLength)

/** The message for one rejected value. */
function sentence(path: string, type: ValueErrorType, schema: TSchema): string {
  const name = label(path)
  const rules: TSchema = schema.anyOf?.[0] ?? schema
  if (path === '') return 'The body must be a JSON object.'
  if (type === ValueErrorType.ObjectRequiredProperty) return `${name} is required`
  if (type === ValueErrorType.StringMinLength && rules.minLength === 1) return `${name} is required`
  if (type === ValueErrorType.StringMaxLength) return `${name} must be ${boundOf(rules)} characters or fewer`
  if (rules.errorMessage) return rules.errorMessage
  if (type === ValueErrorType.StringPattern) return `${name} contains characters that are not allowed`
  if (rules.type === 'integer') {
    const { minimum, maximum } = rules
    const range =
      minimum === undefined
        ? ''
        : maximum === undefined
          ? ` of ${minimum} or more`
          : ` from ${minimum} to ${maximum}`
    return `${name} must be a whole number${range}`
  }
  if (rules.maxLength !== undefined) return `${name} must be text of up to ${boundOf(rules)} characters`
  return `${name} is not valid`
}

/** Maximum rejected fields named in one response. */
const DETAILS_MAX = 20

/** The first error of each field, in the order of the schema. */
function explain(errors: Iterable<{ path: string; type: ValueErrorType; schema: TSchema }>): ProblemDetail[] {
  const seen = new Map<string, ProblemDetail>()
  for (const { path, type, schema } of errors) {
    if (!seen.has(path)) seen.set(path, { path, message: sentence(path, type, schema) })
    if (seen.size === DETAILS_MAX) break
  }
  return [...seen.values()]
}

/** Checks beyond the compiled ones: lone surrogates anywhere, and the rules for text written by people. */
function findTextFaults(schema: TSchema | undefined, value: unknown, path = ''): ProblemDetail[] {
  if (typeof value === 'string') {
    const rules = schema && getTextSchema(schema)
    const fault = value.isWellFormed()
      ? rules && validateText(value, rules)
      : 'contains characters that are not allowed'
    return fault ? [{ path, message: `${label(path)} ${fault}` }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const properties = schema?.type === 'object' ? (schema as TObject).properties : {}
  const schemaOf = (name: string) => (schema?.type === 'array' ? schema.items : properties[name])
  return Object.entries(value).flatMap(([name, part]) =>
    findTextFaults(schemaOf(name), part, `${path}/${name}`),
  )
}

/**
 * Delays `make` until the first call. Compiling every schema takes a sixth of the server's start; compiling a single
 * one takes less than a millisecond of the first request that needs it.
 */
function whenAsked<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The fields that a strict schema does not declare. */
function findUnknown(schema: TSchema, value: unknown): ProblemDetail[] {
  if (!schema.strict || typeof value !== 'object' || value === null) return []
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn((schema as TObject).properties, name))
  return unknown.slice(0, DETAILS_MAX).map((name) => {
    const path = `/${name.slice(0, 100)}`
    return { path, message: `${label(path)} is not a recognized field` }
  })
}

/**
 * Compiles a schema into a function that returns the declared fields, cleaned, or throws a `validation` problem naming
 * every rejected field.
 */
export function compileInput<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const compiled = whenAsked(() => TypeCompiler.Compile(doubleMaxLengths(schema)))
  return (value) => {
    const checker = compiled()
    const cleaned = clean(schema, value)
    const details = checker.Check(cleaned)
      ? [...findUnknown(schema, value), ...findTextFaults(schema, cleaned)]
      : explain(checker.Errors(cleaned))
    if (details[0]) throw new Problem('validation', details[0].message, { details })
    return cleaned as Static<T>
  }
}

/** Compiles a function that copies only the declared fields of a response, so that no other is sent. */
export function compileResponse<T extends TSchema>(schema: T): (value: Static<T>) => Static<T> {
  const mirror = whenAsked(() => createMirror(schema, { TypeCompiler }))
  return (value) => mirror()(value)
}

/** A whole number in plain decimal digits; anything else stays text, which an integer schema rejects. */
const readNumeral = (schema: TSchema | undefined, value: string): unknown =>
  schema?.type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value

/** Reads path parameters by their schema. An invalid parameter names nothing that exists: `not_found`. */
export function compileParams<T extends TObject>(schema: T): (params: Record<string, string>) => Static<T> {
  const compiled = whenAsked(() => TypeCompiler.Compile(schema))
  return (params) => {
    const values = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, readNumeral(schema.properties[name], value)]),
    )
    if (!compiled().Check(values)) throw notFoundProblem()
    return values
  }
}

/**
 * Reads a query string by its schema: integers as plain decimal digits (`0x10`, `1e2` and `1.5` are rejected), every
 * name at most once, unknown names ignored.
 */
export function compileQuery<T extends TObject>(schema: T): (query: URLSearchParams) => Static<T> {
  const check = compileInput(schema)
  const names = Object.keys(schema.properties)
  return (query) => {
    const values: Record<string, unknown> = {}
    for (const name of names) {
      const given = query.getAll(name)
      if (given.length > 1) {
        const message = `${label(name)} must be specified only once`
        throw new Problem('validation', message, { details: [{ path: `/${name}`, message }] })
      }
      const value = given[0]
      if (value === undefined || value === '') continue
      values[name] = readNumeral(schema.properties[name], value)
    }
    return check(values)
  }
}
