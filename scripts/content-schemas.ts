/** Requirements for the files in `content/`: the schemas of the site's collections, by path. */
import type { z } from 'astro/zod'
import {
  docsPage,
  guide,
  home,
  legalPage,
  performance,
  question,
  supportTexts,
  update,
} from '#site/content/content-schemas.ts'
import { tokenText } from '#site/content/tokens/fields.ts'
import { token } from '#site/content/tokens/schema.ts'

interface Shape {
  path: RegExp
  schema: z.ZodType
  /** Name of a list whose items have the schema, each with the position that the loader adds. */
  items?: string
}

const shapes: Shape[] = [
  { path: /^docs\/.*\.mdx$/, schema: docsPage },
  { path: /^legal\/.*\.mdx$/, schema: legalPage },
  { path: /^tokens\/.*\.yaml$/, schema: token },
  { path: /^tokens\/.*\.mdx$/, schema: tokenText },
  { path: /^home\.yaml$/, schema: home },
  { path: /^support\.yaml$/, schema: supportTexts },
  { path: /^performance\.yaml$/, schema: performance },
  { path: /^faq\.yaml$/, schema: question, items: 'items' },
  { path: /^guides\.yaml$/, schema: guide, items: 'cards' },
  { path: /^updates\.yaml$/, schema: update, items: 'items' },
]

/** What does not fit, field by field; `path` is the file's path within `content/`. */
export function findMisfits(path: string, data: unknown): { field: string; expected: string }[] {
  const shape = shapes.find((each) => each.path.test(path))
  if (!shape) return []
  const { schema, items } = shape
  const misfits = (value: unknown, prefix: string) =>
    (schema.safeParse(value).error?.issues ?? []).map((issue) => ({
      field: [prefix, ...issue.path.map(String)].filter(Boolean).join('.'),
      expected: issue.message,
    }))
  if (!items) return misfits(data ?? {}, '')
  const list: unknown = Object(data)[items]
  if (!Array.isArray(list)) return [{ field: items, expected: 'Expected a list.' }]
  return list.flatMap((item, position) => misfits({ ...Object(item), position }, `${items}.${position}`))
}
