import { join } from 'node:path'
import type { BuiltSeries } from '#shared/calculations/series-content'
import { type TextTerm, textTerms } from '#shared/calculations/text-terms'
import { toSeriesCode } from '#shared/series-code'

/** Entries indexed in addition to the pages: HTML, with the URL of the search result. */
export interface SearchEntry {
  url: string
  content: string
}

type Offered = Pick<BuiltSeries, 'symbol' | 'name' | 'illustrative' | 'offering'>

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The offering terms of a series in words; its page gets them from the server, where they cannot be indexed. */
export function toOfferingEntry({ symbol, name, illustrative, offering }: Offered): SearchEntry {
  const terms: Record<TextTerm, string> = {
    proceeds: offering.use_of_proceeds,
    redemption: offering.redemption,
    fees: offering.fees,
  }
  const rows = Object.entries(terms).map(
    ([term, text]) => `<p>${textTerms[term as TextTerm]}: ${escapeHtml(text)}</p>`,
  )
  return {
    url: `/tokens/${toSeriesCode(symbol)}#terms`,
    content: `<html lang="en"><body><h1 data-pagefind-meta="title">${escapeHtml(name)} (${symbol}): Offering terms</h1><div data-pagefind-body data-pagefind-weight="0.2">${rows.join('')}${illustrative ? '<p>Illustrative.</p>' : ''}</div></body></html>`,
  }
}

/** The entries of all series of the build. */
export async function listOfferingEntries(server: string): Promise<SearchEntry[]> {
  const all = (await Bun.file(join(server, 'series.json')).json()) as BuiltSeries[]
  return all.map(toOfferingEntry)
}
