/**
 * Declarations, bases and checks, from a file that an operator may edit: `compliance/checklist.yaml` in the data
 * folder, otherwise the repository's. A change is read without a restart; an invalid one is rejected with a reason, and
 * the last valid one stays in use.
 */
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Errors } from '@sinclair/typebox/errors'
import type { Logger } from '#common/logger'
import { getService, provideServices } from '#common/service-container'
import { accountHolderTypes, investorClassifications, verificationItems } from '#shared/enums/verifications'
import { projectRoot } from '#shared/project-root'

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
          investor_kind: oneOf(investorClassifications),
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
          kind: Type.Optional(oneOf(accountHolderTypes)),
          investor_kind: Type.Optional(oneOf(investorClassifications)),
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

/** The file is invalid. The message names it, the position and the rule. */
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
  // Loaded only for an invalid file: Bun's own parser is part of the runtime, but does not report lines.
  const { parse } = await import('yaml')
  try {
    parse(text)
    return 'the file could not be read'
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? ''
  }
}

/** Reads the text of a checklist. Throws a {@link ChecklistError} that says what is wrong and where. */
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
  /** Name and modification time of the file in use. */
  read: { mark: string; checklist: Checklist } | undefined
  /** The last logged invalid change. */
  refused: string
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    checklist: ChecklistState
  }
}

/** The first existing file, and when it was changed. */
async function findFile(files: readonly string[]): Promise<{ file: string; mark: string }> {
  for (const file of files) {
    const found = await stat(file).catch(() => undefined)
    if (found) return { file, mark: `${file} ${found.mtimeMs} ${found.size}` }
  }
  throw new ChecklistError(`${files.join(' or ')} is missing`)
}

/** The current checklist. */
export async function getChecklist(): Promise<Checklist> {
  const state = getService('checklist')
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

/** Reads the checklist for the first time. Throws a {@link ChecklistError} if it is invalid. */
export async function loadChecklist(dataFolder: string, log: Logger): Promise<void> {
  const files = [
    join(resolve(dataFolder), 'compliance/checklist.yaml'),
    join(projectRoot, 'content/compliance/checklist.yaml'),
  ]
  provideServices({ checklist: { files, log, read: undefined, refused: '' } })
  await getChecklist()
}
