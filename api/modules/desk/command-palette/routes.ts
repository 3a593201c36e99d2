import { adminSearch } from '#contract/desk/admin-command-palette'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { searchRecords } from './command-palette-search.ts'

/** The search of the command palette. */
export const paletteAdmin = () => [
  serveEndpoint(adminSearch.search, async ({ query, caller }) => ({
    results: await searchRecords(query.q, caller),
  })),
]
