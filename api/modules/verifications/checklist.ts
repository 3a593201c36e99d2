/**
 * Declarations, grounds and checks, from a file that an operator may edit: `compliance/checklist.yaml` of the data
 * folder, else the one of the repository. A change is read without a restart; a broken one is refused with a reason,
 * and the last good one stays in use.
 */
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Errors } from '@sinclair/typebox/errors'
import type { Logger } from '#common/log'
import { partOf, provide } from '#common/process-state'
import { investorKinds, verificationItems, verificationKinds } from '#shared/enums/verifications'

const oneOf = <const T extends string>(words: readonly T[]) =>
  Type.Union(words.map((word) => Type.Literal(word)))
const Id = Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' })
const Sentence = Type.String({ minLength: 1, maxLength: 1000 })

const ChecklistFile = Type.Object(
  {
    declarations: Type.Array(
      Type.Object(
        {
          id: Id,
          version: Type.Integer({ minimum: 1, maximum: 100_000 }),
          title: Type.String({ minLength: 1, maxLength: 200 }),
          text: Sentence,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 50 },
    ),
    grounds: Type.Array(
      Type.Object(
        {
          investor_kind: oneOf(investorKinds),
          countries: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: 250 })),
          text: Sentence,
        },
        { additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
    checks: Type.Array(
      Type.Object(
        {
          id: Id,
          item: Type.Optional(oneOf(verificationItems)),
          kind: Type.Optional(oneOf(verificationKinds)),
          investor_kind: Type.Optional(oneOf(investorKinds)),
          text: Sentence,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)
export type Checklist = Static<typeof ChecklistFile>

/** The file cannot be used. The message names it, the place and the rule. */
export class ChecklistError extends Error {}

const ruleOf = (schema: TSchema): string => {
  if (schema.anyOf) return `one of ${schema.anyOf.map(({ const: word }: TSchema) => word).join(', ')}`
  if (schema.pattern) return `text that fits ${schema.pattern}`
  if (schema.type === 'string') return `text of ${schema.minLength ?? 0} to ${schema.maxLength} characters`
  if (schema.type === 'integer') return `a whole number from ${schema.minimum} to ${schema.maximum}`
  if (schema.type === 'array') return `a list of ${schema.minItems ?? 0} to ${schema.maxItems} entries`
  return 'a group of fields'
}

/** What is wrong with a text that is not YAML, and where. */
async function explainYaml(text: string): Promise<string> {
  // Loaded for a broken file only: Bun's own parser is part of the runtime, but names no line.
  const { parse } = await import('yaml')
  try {
    parse(text)
    return 'the file could not be read'
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? ''
  }
}

/** Reads the text of a checklist. Throws a {@link ChecklistError} that says where what is wrong. */
export async function parseChecklist(text: string, file: string): Promise<Checklist> {
  const fail = (message: string): never => {
    throw new ChecklistError(`${file}: ${message}`)
  }
  let value: unknown
  try {
    value = Bun.YAML.parse(text)
  } catch {
    fail(`is not valid YAML: ${await explainYaml(text)}`)
  }
  const [fault] = Errors(ChecklistFile, value)
  if (fault) {
    const place = fault.path === '' ? 'the file' : fault.path.slice(1).replaceAll('/', '.')
    const { additionalProperties: _, ...schema } = fault.schema
    fail(
      fault.message === 'Unexpected property'
        ? `${place} is not a known field`
        : `${place} must be ${ruleOf(schema as TSchema)}`,
    )
  }
  const checklist = value as Checklist
  for (const name of ['declarations', 'checks'] as const) {
    const ids = checklist[name].map(({ id }) => id)
    const twice = ids.find((id, at) => ids.indexOf(id) !== at)
    if (twice) fail(`${name} has the id ${twice} twice`)
  }
  return checklist
}

interface ChecklistState {
  files: readonly string[]
  log: Logger
  /** Of the file in use: name and time of its last change. */
  read: { mark: string; checklist: Checklist } | undefined
  /** The broken change that was logged last. */
  refused: string
}

declare module '#common/process-state' {
  interface ProcessState {
    checklist: ChecklistState
  }
}

/** The first of the files that exists, and when it was changed. */
async function findFile(files: readonly string[]): Promise<{ file: string; mark: string }> {
  for (const file of files) {
    const found = await stat(file).catch(() => undefined)
    if (found) return { file, mark: `${file} ${found.mtimeMs} ${found.size}` }
  }
  throw new ChecklistError(`${files.join(' or ')} is missing`)
}

/** The checklist as it is now. */
export async function readChecklist(): Promise<Checklist> {
  const state = partOf('checklist')
  try {
    const { file, mark } = await findFile(state.files)
    if (state.read?.mark === mark) return state.read.checklist
    const checklist = await parseChecklist(await readFile(file, 'utf8'), file)
    state.read = { mark, checklist }
    return checklist
  } catch (error) {
    if (!state.read || !(error instanceof ChecklistError)) throw error
    if (state.refused !== error.message)
      state.log.warn({ reason: error.message }, 'the checklist is not used')
    state.refused = error.message
    return state.read.checklist
  }
}

/** Reads the checklist for the first time. Throws a {@link ChecklistError} for one that cannot be used. */
export async function openChecklist(dataFolder: string, log: Logger): Promise<void> {
  const files = [
    join(resolve(dataFolder), 'compliance/checklist.yaml'),
    resolve(import.meta.dirname, '../../../content/compliance/checklist.yaml'),
  ]
  provide({ checklist: { files, log, read: undefined, refused: '' } })
  await readChecklist()
}
