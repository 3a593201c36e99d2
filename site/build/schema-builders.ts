/**
 * Replaces the schema library in the browser: plain JSON Schema, from builders with the names that `api/contract` uses.
 * A missing builder fails the build by its name. All are marked as pure, so that a bundler drops what no form reads.
 */
interface Schema {
  [keyword: string]: unknown
}

const optional = Symbol('optional')

type Property = Schema & { [optional]?: true }

/* @__NO_SIDE_EFFECTS__ */
const makeString = (options?: Schema): Schema => ({ type: 'string', ...options })
/* @__NO_SIDE_EFFECTS__ */
const makeNumber = (options?: Schema): Schema => ({ type: 'number', ...options })
/* @__NO_SIDE_EFFECTS__ */
const makeInteger = (options?: Schema): Schema => ({ type: 'integer', ...options })
/* @__NO_SIDE_EFFECTS__ */
const makeBoolean = (options?: Schema): Schema => ({ type: 'boolean', ...options })

/* @__NO_SIDE_EFFECTS__ */
const makeArray = (items: Schema, options?: Schema): Schema => ({ type: 'array', items, ...options })

/* @__NO_SIDE_EFFECTS__ */
const makeObject = (properties: Record<string, Property>, options?: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !properties[name]?.[optional]),
  ...options,
})

/* @__NO_SIDE_EFFECTS__ */
const makePartial = (schema: Schema, options?: Schema): Schema => {
  const { required: _, ...rest } = schema
  return { ...rest, ...options }
}

/* @__NO_SIDE_EFFECTS__ */
const makeOmit = (schema: Schema, names: readonly string[]): Schema => {
  const isKept = (name: string) => !names.includes(name)
  const properties = Object.entries(schema.properties as Record<string, Property>)
  const required = (schema.required as string[] | undefined)?.filter(isKept)
  return {
    ...schema,
    properties: Object.fromEntries(properties.filter(([name]) => isKept(name))),
    ...(required && { required }),
  }
}

/* @__NO_SIDE_EFFECTS__ */
export const Literal = (value: unknown): Schema => ({ const: value, type: typeof value })
/* @__NO_SIDE_EFFECTS__ */
export const Null = (): Schema => ({ type: 'null' })
/* @__NO_SIDE_EFFECTS__ */
export const Unknown = (options?: Schema): Schema => ({ ...options })
/* @__NO_SIDE_EFFECTS__ */
export const Union = (anyOf: Schema[], options?: Schema): Schema => ({ anyOf, ...options })
/* @__NO_SIDE_EFFECTS__ */
export const Unsafe = (schema: Schema): Schema => schema
/* @__NO_SIDE_EFFECTS__ */
export const Optional = (schema: Schema): Property => ({ ...schema, [optional]: true })
// Exported under these names only, because inside this module they would shadow the language's own.
export {
  makeArray as Array,
  makeBoolean as Boolean,
  makeInteger as Integer,
  makeNumber as Number,
  makeObject as Object,
  makeOmit as Omit,
  makePartial as Partial,
  makeString as String,
}
