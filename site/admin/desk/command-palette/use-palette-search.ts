import { useEffect, useState } from 'react'
import { adminSearch, type SearchResult } from '#contract/desk/admin-command-palette'
import { callAdminApi } from '#core/api/admin-api'
import { formatFailureMessage } from '#core/api/error-messages'

/** Milliseconds of inactivity in typing before the server is asked. */
const PAUSE_MS = 80

export interface Search {
  results: readonly SearchResult[]
  isSearching: boolean
  problem: string
}

const nothing: Search = { results: [], isSearching: false, problem: '' }

/** Searches while typing: only the response to the latest text is used, and earlier results stay until then. */
export function usePaletteSearch(text: string): Search {
  const [search, setSearch] = useState<Search>(nothing)
  useEffect(() => {
    const q = text.trim()
    if (q === '') return setSearch(nothing)
    setSearch((before) => ({ ...before, isSearching: true, problem: '' }))
    const own = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { results } = await callAdminApi(adminSearch.search, { query: { q } }, { signal: own.signal })
        if (!own.signal.aborted) setSearch({ results, isSearching: false, problem: '' })
      } catch (error) {
        if (own.signal.aborted) return
        setSearch({ ...nothing, problem: formatFailureMessage('Failed to search', error) })
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      own.abort()
    }
  }, [text])
  return search
}
