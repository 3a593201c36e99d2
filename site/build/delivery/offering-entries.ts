import { join } from 'node:path'
import type { BuiltSeries } from '#shared/asset/series-content'
import { type WordedTerm, wordedTerms } from '#shared/asset/worded-terms'
import { codeOf } from '#shared/series-code'

/** What is indexed beside the pages: HTML, under the URL that its hit leads to. */
export interface SearchEntry {
  url: string
  content: string
}

type Offered = Pick<BuiltSeries, 'symbol' | 'name' | 'illustrative' | 'offering'>

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The terms in words of the offering of a series: its sheet has them from the server, where no index sees them. */
export function toOfferingEntry({ symbol, name, illustrative, offering }: Offered): SearchEntry {
  const terms: Record<WordedTerm, string> = {
    proceeds: offering.use_of_proceeds,
    redemption: offering.redemption,
    fees: offering.fees,
  }
  const rows = Object.entries(terms).map(
    ([term, text]) => `<p>${wordedTerms[term as WordedTerm]}: ${escapeHtml(text)}</p>`,
  )
  return {
    url: `/tokens/${codeOf(symbol)}#terms`,
    content: `<html lang="en"><body><h1 data-pagefind-meta="title">${escapeHtml(name)} (${symbol}): Terms of the offering</h1><div data-pagefind-body data-pagefind-weight="0.2">${rows.join('')}${illustrative ? '<p>Illustrative.</p>' : ''}</div></body></html>`,
  }
}

/** Those of all series of the build. */
export async function listOfferingEntries(server: string): Promise<SearchEntry[]> {
  const all = (await Bun.file(join(server, 'series.json')).json()) as BuiltSeries[]
  return all.map(toOfferingEntry)
}
