import { useRef, useState } from 'react'
import type { Token } from '#contract/catalog/tokens'
import { formatCountOf } from '#core/format/format'
import { type ListedToken, sampleTokens } from '#core/query/catalog/sample-tokens'
import { getData, type Remote } from '#core/query/remote'
import { useIsHovered } from '#site/admin/kit/list/use-is-hovered.ts'
import { useStableRows } from '#site/admin/kit/list/use-stable-rows.ts'
import { RequirePermission } from '#site/admin/kit/use-permissions.tsx'
import { useUrlState } from '#site/ui/list/use-url-state.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Skeleton } from '#ui/Skeleton'
import { CatalogToolbar } from './CatalogToolbar.tsx'
import { catalogListRules, filterCatalog } from './catalog-filter.ts'
import { getLayout, type Layout } from './catalog-layout.ts'
import { type TokenActions, TokenTile } from './TokenTile.tsx'

interface CatalogViewProps extends TokenActions {
  view: Remote<readonly Token[]>
  onCreate: () => void
}

const symbolOf = ({ symbol }: { symbol: string }) => symbol

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

const listClasses: Record<Layout, string> = {
  grid: 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3',
  list: 'grid grid-cols-1 gap-2',
}

/** The tokens as investors see them, to search and edit. */
export function CatalogView({ view, onCreate, ...actions }: CatalogViewProps) {
  const address = useUrlState(catalogListRules)
  const [layout, setLayout] = useState(getLayout)
  const loaded = getData(view)
  const isLoading = view.status === 'loading'
  // The built-in tokens if nothing could be loaded; they cannot be edited.
  const tokens: readonly (Token | ListedToken)[] = loaded ?? (isLoading ? [] : sampleTokens)
  const matching = filterCatalog(tokens, address.query)
  const list = useRef<HTMLUListElement>(null)
  const isHeld = useIsHovered(list)
  const steady = useStableRows(matching, symbolOf, JSON.stringify(address.query), isHeld)
  // A token that no longer matches keeps its position under the pointer, with its new values.
  const found = steady.rows.map((token) => tokens.find(({ symbol }) => symbol === token.symbol) ?? token)
  const isEmpty = loaded !== undefined && found.length === 0
  const frame = useRestoredFocus()

  return (
    <section ref={frame} className="grid gap-4 outline-none" aria-label="Tokens" tabIndex={-1}>
      <CatalogToolbar address={address} layout={layout} onLayout={setLayout} />
      <p className="visually-hidden" role="status">
        {isLoading ? 'Loading tokens' : formatCountOf(found.length, 'token')}
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
                <p>Investors can select tokens once they are created.</p>
                <RequirePermission permission="money">
                  <Button small className="mt-4" onClick={onCreate}>
                    Create token
                  </Button>
                </RequirePermission>
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
