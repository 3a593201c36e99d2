import { adminSearch } from '#contract/admin-search'
import { serve } from '#http/pipeline/serve'
import { search } from './search.ts'

/** The search of the command palette. */
export const paletteAdmin = () => [
  serve(adminSearch.find, async ({ query, caller }) => ({
    results: await search(query.q, caller.adminRoles),
  })),
]
