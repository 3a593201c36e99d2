/**
 * Fuzzes an API by its OpenAPI description. It knows only that description, so the same checker can be tested on
 * applications with planted faults (`fuzz-self-check.test.ts`).
 */
import Ajv, { type ValidateFunction } from 'ajv/dist/2020'
import * as fc from 'fast-check'
import { arbitraryFromSchema, type JsonSchema } from './fuzz-values.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

interface Operation {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

export interface Description {
  servers?: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema> }
}

export interface FuzzCaller {
  name: string
  /** Headers of a new account: changes to it by one operation do not affect the next. */
  headers(): Promise<Record<string, string>> | Record<string, string>
  /** Texts that belong to another user. */
  mustNotSee: string[]
}

export interface FuzzTarget {
  description: Description
  fetch(request: Request): Promise<Response> | Response
  callers: FuzzCaller[]
  /** Path parameters that are not guessed: their value, which is sent most of the time. */
  known?: Record<string, string>
  /** What was stored since the last call. */
  stored(): Promise<string[]>
}

export type FuzzRule =
  | 'server error'
  | 'undeclared status'
  | 'no JSON error'
  | 'undeclared response'
  | 'leak'
  | 'stored by a rejected call'

export interface FuzzFinding {
  operation: string
  caller: string
  rule: FuzzRule
  /** The request and the response, with the seed that reproduces them. */
  detail: string
}

class Fault extends Error {
  readonly rule: FuzzRule

  constructor(rule: FuzzRule, detail: string) {
    super(detail)
    this.rule = rule
  }
}

/** Internal text: from a stack, a statement or a library. */
const INSIDE =
  /\bat \S+ \(|\bselect (?:["*$]|\w+[(.]|.+ from (?:"|\w+ (?:where|join|as|order|limit)\b))|\binsert into |node_modules|\.ts:\d/i

/** The same schema, rejecting unnamed fields. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([key, part]) => [key, key === 'examples' ? part : close(part)])
  const closed = Object.fromEntries(parts)
  if ('properties' in schema && !('additionalProperties' in schema)) closed.additionalProperties = false
  return closed
}

function createJudge({ components }: Description) {
  const ajv = new Ajv({ strict: false, logger: false, allErrors: false })
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  const compiled = new Map<JsonSchema, ValidateFunction>()
  const resolve = ({ $ref, ...schema }: JsonSchema): JsonSchema =>
    $ref ? (components?.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {}) : schema

  /** What does not fit a schema; undefined if everything does. */
  return (schema: JsonSchema, value: unknown): string | undefined => {
    let validate = compiled.get(schema)
    if (!validate) {
      validate = ajv.compile(close(resolve(schema)) as object)
      compiled.set(schema, validate)
    }
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Judge = ReturnType<typeof createJudge>

/** Throws a {@link Fault} for a response that does not match its description. */
function checkResponse({ responses }: Operation, judge: Judge, response: Response, text: string): void {
  const { status, headers } = response
  const shown = `${status} ${text.slice(0, 200)}`
  if (status >= 500) throw new Fault('server error', shown)
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (status >= 400 && (type !== 'application/json' || readJson(text) === undefined)) {
    throw new Fault('no JSON error', `${type} ${shown}`)
  }
  const declared = responses[status]
  if (!declared) throw new Fault('undeclared status', shown)
  if (!declared.content) return
  const described = declared.content[type]
  if (!described) throw new Fault('undeclared response', `${type} ${shown}`)
  if (type !== 'application/json') return
  const misfit = judge(described.schema, readJson(text))
  if (misfit) throw new Fault('undeclared response', `${misfit}: ${shown}`)
}

/** The text of a response; empty for an endless stream. */
async function readResponse(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

/** The input of a single call. */
interface Sent {
  path: Record<string, unknown>
  query: Record<string, unknown>
  header: Record<string, unknown>
  body: unknown
}

const texts = (values: Record<string, unknown>) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
    )

/** Header values travel as bytes: others never leave a client. */
const sendable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 500)

function encode(value: unknown): string {
  // A lone surrogate has no UTF-8: it is sent as a careless client would encode it.
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return encodeURIComponent(text.toWellFormed()) || '%20'
}

function formOf(schema: JsonSchema, body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of texts((body ?? {}) as Record<string, unknown>)) {
    const isFile = schema.properties?.[name]?.format === 'binary'
    form.set(name, isFile ? new File([value.toWellFormed()], 'fuzz.pdf') : value)
  }
  return form
}

function requestOf(
  method: string,
  address: string,
  operation: Operation,
  sent: Sent,
  headers: Record<string, string>,
) {
  const path = address.replace(/\{(\w+)\}/g, (_, name: string) => encode(sent.path[name]))
  const query = texts(sent.query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const isForm = type === 'multipart/form-data'
  const hasBody = content !== undefined && sent.body !== undefined
  return new Request(`http://localhost${path}${query && `?${query}`}`, {
    method: method.toUpperCase(),
    headers: {
      ...Object.fromEntries(texts(sent.header).map(([name, value]) => [name, sendable(value)])),
      ...headers,
      ...(hasBody && !isForm && { 'content-type': 'application/json' }),
    },
    body: hasBody ? (isForm ? formOf(content.schema, sent.body) : JSON.stringify(sent.body)) : null,
  })
}

/** What to send to an operation. */
function callsOf(
  { parameters = [], requestBody }: Operation,
  known: Record<string, string>,
): fc.Arbitrary<Sent> {
  const at = (place: Parameter['in']) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => {
            const given = known[name]
            const guessed = arbitraryFromSchema(schema)
            return [
              name,
              given === undefined
                ? guessed
                : fc.oneof({ weight: 20, arbitrary: fc.constant(given) }, guessed),
            ]
          }),
      ),
      place === 'path' ? {} : { requiredKeys: [] },
    )
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  return fc.record({
    path: at('path'),
    query: at('query'),
    header: at('header'),
    body: schema
      ? fc.oneof({ weight: 15, arbitrary: arbitraryFromSchema(schema) }, fc.jsonValue())
      : fc.constant(undefined),
  })
}

interface FuzzOptions {
  seed: number
  /** Calls of each operation by each caller. */
  runs: number
}

interface Outcome {
  findings: FuzzFinding[]
  calls: number
  /** Calls with a successful response: an operation that is always rejected proves little. */
  accepted: number
}

/** Calls every operation as every caller, and returns the first fault of each, shrunk to its smallest input. */
export async function fuzzApi(target: FuzzTarget, { seed, runs }: FuzzOptions): Promise<Outcome> {
  const { description, callers, known = {} } = target
  const judge = createJudge(description)
  const base = description.servers?.[0]?.url ?? ''
  const findings: FuzzFinding[] = []
  const count = { calls: 0, accepted: 0 }

  const attack = async (
    address: string,
    method: string,
    operation: Operation,
    calls: fc.Arbitrary<Sent>,
    caller: FuzzCaller,
  ) => {
    const headers = await caller.headers()
    await target.stored()
    const attempt = async (sent: Sent) => {
      const response = await target.fetch(requestOf(method, base + address, operation, sent, headers))
      const text = await readResponse(response)
      const stored = await target.stored()
      count.calls += 1
      if (response.ok) count.accepted += 1
      checkResponse(operation, judge, response, text)
      const seen = caller.mustNotSee.find((secret) => text.includes(secret))
      if (seen) throw new Fault('leak', `${seen} in ${text.slice(0, 200)}`)
      const inside = response.status >= 400 ? INSIDE.exec(text)?.[0] : undefined
      if (inside !== undefined) throw new Fault('leak', `${inside} in ${text.slice(0, 200)}`)
      if (response.status >= 400 && stored.length > 0) {
        throw new Fault('stored by a rejected call', `${response.status}, ${stored}`)
      }
    }
    const outcome = await fc.check(fc.asyncProperty(calls, attempt), {
      seed,
      // A call without input is the same each time.
      numRuns: operation.parameters?.length || operation.requestBody ? runs : 1,
    })
    if (!outcome.failed) return
    const fault = outcome.errorInstance
    if (!(fault instanceof Fault)) throw fault
    const sent = JSON.stringify(outcome.counterexample?.[0])
    findings.push({
      operation: `${method.toUpperCase()} ${address}`,
      caller: caller.name,
      rule: fault.rule,
      detail: `${fault.message} after ${sent} (seed ${seed})`,
    })
  }

  for (const [address, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const calls = callsOf(operation, known)
      for (const caller of callers) await attack(address, method, operation, calls, caller)
    }
  }
  return { findings, ...count }
}
