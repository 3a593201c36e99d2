import { type CollectionEntry, getCollection, getEntry } from 'astro:content'
import { tokenCatalog } from '#shared/default-tokens'
import type { TokenData } from './tokens/fields.ts'

/** A series with its own page: its data, its text and its place in the token catalog. */
export interface Series {
  /** The symbol without `$`, in lowercase: the last part of its URL. */
  code: string
  /** Number of its series page, two digits. */
  sheet: string
  category: string
  data: TokenData
  text: CollectionEntry<'tokenTexts'>
}

export const getSeriesUrl = (code: string): string => `/tokens/${code}`

/** Every series with content, in catalog order. Throws for content without a catalog entry. */
export async function listSeries(): Promise<Series[]> {
  const entries = await getCollection('tokens')
  const all = await Promise.all(
    entries.map(async ({ id, data }) => {
      const at = tokenCatalog.findIndex(({ symbol }) => symbol === data.symbol)
      const token = tokenCatalog[at]
      const text = await getEntry('tokenTexts', id)
      if (!token || !text)
        throw new Error(
          `content/tokens/${id}: its text ${id}.mdx is missing, or ${data.symbol} is not in the catalog shared/default-tokens.ts.`,
        )
      const sheet = String(at + 1).padStart(2, '0')
      return { code: id, sheet, category: token.category, data, text }
    }),
  )
  return all.sort((a, b) => a.sheet.localeCompare(b.sheet))
}
