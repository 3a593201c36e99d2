import { useRef, useState } from 'react'
import type { Token } from '#contract/tokens'
import { countOf } from '#core/format/format'
import { dataOf, type Remote } from '#core/query/remote'
import { type ListedToken, sampleTokens } from '#core/query/sample-tokens'
import { usePointerOver } from '#site/admin/list/use-pointer-over.ts'
import { useRowFreeze } from '#site/admin/list/use-row-freeze.ts'
import { May } from '#site/admin/shared/may.tsx'
import { useUrlState } from '#site/ui/list/use-url-state.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Skeleton } from '#ui/Skeleton'
import { CatalogueTools } from './CatalogueTools.tsx'
import { catalogueRules, filterCatalogue } from './filter.ts'
import { type Layout, readLayout } from './layout.ts'
import { type TokenActions, TokenTile } from './TokenTile.tsx'

interface CatalogueViewProps extends TokenActions {
  view: Remote<readonly Token[]>
  onCreate: () => void
}

const symbolOf = ({ symbol }: { symbol: string }) => symbol

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

const listClasses: Record<Layout, string> = {
  grid: 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3',
  list: 'grid grid-cols-1 gap-2',
}

/** The tokens as investors see them, to search and to change. */
export function CatalogueView({ view, onCreate, ...actions }: CatalogueViewProps) {
  const address = useUrlState(catalogueRules)
  const [layout, setLayout] = useState(readLayout)
  const loaded = dataOf(view)
  const isLoading = view.status === 'loading'
  // The built-in tokens while nothing could be loaded; they cannot be changed.
  const tokens: readonly (Token | ListedToken)[] = loaded ?? (isLoading ? [] : sampleTokens)
  const matching = filterCatalogue(tokens, address.query)
  const list = useRef<HTMLUListElement>(null)
  const isHeld = usePointerOver(list)
  const steady = useRowFreeze(matching, symbolOf, JSON.stringify(address.query), isHeld)
  // A token that no longer matches keeps its position under the pointer, with its new values.
  const found = steady.rows.map((token) => tokens.find(({ symbol }) => symbol === token.symbol) ?? token)
  const isEmpty = loaded !== undefined && found.length === 0
  const frame = useRestoredFocus()

  return (
    <section ref={frame} className="grid gap-4 outline-none" aria-label="Tokens" tabIndex={-1}>
      <CatalogueTools address={address} layout={layout} onLayout={setLayout} />
      <p className="visually-hidden" role="status">
        {isLoading ? 'Loading tokens' : countOf(found.length, 'token')}
      </p>
      {isLoading && (
        <ul className={listClasses[layout]} aria-busy="true">
          {PLACES.map((place) => (
            <li key={place}>
              <Skeleton className={layout === 'grid' ? 'h-[248px] w-full' : 'h-[78px] w-full'} />
            </li>
          ))}
        </ul>
      )}
      {isEmpty && (
        <div className="panel">
          <EmptyState title="No Tokens Found">
            {tokens.length === 0 ? (
              <>
                <p>Investors can choose a token once there is one.</p>
                <May permission="money">
                  <Button small className="mt-4" onClick={onCreate}>
                    Create token
                  </Button>
                </May>
              </>
            ) : (
              <>
                <p>Nothing matches the search and filters.</p>
                <Button look="quiet" small className="mt-4" onClick={address.widen}>
                  Clear search and filters
                </Button>
              </>
            )}
          </EmptyState>
        </div>
      )}
      {found.length > 0 && (
        <ul ref={list} className={listClasses[layout]}>
          {found.map((token) => (
            <li key={token.symbol} className="grid min-w-0">
              <TokenTile token={token} layout={layout} {...actions} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
