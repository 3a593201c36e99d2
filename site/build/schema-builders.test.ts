import * as library from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import * as ours from './schema-builders.ts'

/** Without the symbols with which the library marks its schemas. */
const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema))

describe("the browser's schemas", () => {
  test('equal those of the schema library', () => {
    for (const Type of [ours, library] as [typeof library, typeof library]) {
      const schema = Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 100 }),
          notes: Type.Optional(Type.Union([Type.String({ maxLength: 5000 }), Type.Literal('')])),
          count: Type.Integer({ minimum: 0 }),
          rate: Type.Number(),
          open: Type.Boolean(),
          list: Type.Array(Type.Unsafe<'a'>(Type.String({ enum: ['a'] })), { maxItems: 3 }),
        },
        { description: 'All builders in use' },
      )
      expect(plain(Type.Partial(schema, { additionalProperties: false }))).not.toHaveProperty('required')
      expect(plain(Type.Omit(schema, ['notes', 'count', 'list']))).toMatchObject({
        required: ['name', 'rate', 'open'],
        properties: { name: { type: 'string' }, rate: { type: 'number' }, open: { type: 'boolean' } },
      })
      expect(plain(schema)).toEqual({
        type: 'object',
        description: 'All builders in use',
        required: ['name', 'count', 'rate', 'open', 'list'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          notes: {
            anyOf: [
              { type: 'string', maxLength: 5000 },
              { const: '', type: 'string' },
            ],
          },
          count: { type: 'integer', minimum: 0 },
          rate: { type: 'number' },
          open: { type: 'boolean' },
          list: { type: 'array', items: { type: 'string', enum: ['a'] }, maxItems: 3 },
        },
      })
    }
  })
})
