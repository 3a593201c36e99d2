import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { tokenStates } from '#contract/admin-tokens'
import type { Token } from '#contract/tokens'
import type { ListedToken } from '#core/sample-tokens'
import { ExportButton } from '#site/admin/list/ExportButton.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Input, Select } from '#ui/Field'
import { Skeleton } from '#ui/Skeleton'
import { $categoryNames } from './categories.ts'
import { type Layout, TokenTile } from './TokenTile.tsx'
import { type Catalogue, type CatalogueFilter, filterCatalogue, saveTokens } from './tokens.ts'

interface CatalogueViewProps {
  catalogue: Catalogue
  onEdit: (token: Token) => void
  onDelete: (token: Token) => void
  onCreate: () => void
}

const LAYOUT_KEY = 'tokens-layout'

function readLayout(): Layout {
  try {
    return localStorage.getItem(LAYOUT_KEY) === 'list' ? 'list' : 'grid'
  } catch {
    return 'grid'
  }
}

const keepLayout = (layout: Layout): void => {
  try {
    localStorage.setItem(LAYOUT_KEY, layout)
  } catch {}
}

const everything: CatalogueFilter = { search: '', category: '', state: 'all' }
const stateNames = { all: 'All states', active: 'Active', inactive: 'Inactive' }
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

const listClasses: Record<Layout, string> = {
  grid: 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3',
  list: 'grid grid-cols-1 gap-2',
}

/** The tokens as investors see them, to search and to change. */
export function CatalogueView({ catalogue, onEdit, onDelete, onCreate }: CatalogueViewProps) {
  const [filter, setFilter] = useState(everything)
  const [layout, setLayout] = useState(readLayout)
  const tokens: readonly (Token | ListedToken)[] = catalogue.status === 'loading' ? [] : catalogue.tokens
  const found = filterCatalogue(tokens, filter)
  const isEmpty = catalogue.status === 'ready' && found.length === 0

  return (
    <section className="grid gap-4" aria-label="Tokens">
      <Tools
        filter={filter}
        onFilter={setFilter}
        layout={layout}
        onLayout={(wanted) => {
          setLayout(wanted)
          keepLayout(wanted)
        }}
      />
      <p className="visually-hidden" role="status">
        {catalogue.status === 'loading'
          ? 'Loading tokens'
          : found.length === 1
            ? '1 token'
            : `${found.length} tokens`}
      </p>
      {catalogue.status === 'loading' && (
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
                <Button small className="mt-4" onClick={onCreate}>
                  Create token
                </Button>
              </>
            ) : (
              <>
                <p>Nothing matches the search and filters.</p>
                <Button look="quiet" small className="mt-4" onClick={() => setFilter(everything)}>
                  Clear search and filters
                </Button>
              </>
            )}
          </EmptyState>
        </div>
      )}
      {found.length > 0 && (
        <ul className={listClasses[layout]}>
          {found.map((token) => (
            <li key={token.symbol} className="grid min-w-0">
              <TokenTile token={token} layout={layout} onEdit={onEdit} onDelete={onDelete} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface ToolsProps {
  filter: CatalogueFilter
  onFilter: (filter: CatalogueFilter) => void
  layout: Layout
  onLayout: (layout: Layout) => void
}

function Tools({ filter, onFilter, layout, onLayout }: ToolsProps) {
  const categories = useStore($categoryNames)
  return (
    <div className="panel flex flex-wrap items-center gap-3 p-4">
      <Input
        type="search"
        className="max-w-80 flex-1 basis-52"
        aria-label="Search tokens"
        placeholder="Search symbol, name or location"
        maxLength={200}
        value={filter.search}
        onChange={({ target }) => onFilter({ ...filter, search: target.value })}
      />
      <Select
        className="!w-auto max-w-full"
        aria-label="Category"
        prompt="All categories"
        options={categories.map((name) => ({ value: name, label: name }))}
        value={filter.category}
        onChange={({ target }) => onFilter({ ...filter, category: target.value })}
      />
      <Select
        className="!w-auto"
        aria-label="State"
        options={tokenStates.map((state) => ({ value: state, label: stateNames[state] }))}
        value={filter.state}
        onChange={({ target }) =>
          onFilter({ ...filter, state: tokenStates.find((state) => state === target.value) ?? 'all' })
        }
      />
      <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
        <ExportButton save={(options) => saveTokens(filter, options)} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
        <div className="flex gap-2" role="group" aria-label="Layout">
          {(['grid', 'list'] as const).map((one) => (
            <Button
              key={one}
              look="quiet"
              small
              aria-pressed={layout === one}
              className="min-h-11 aria-pressed:!border-ink aria-pressed:bg-ink aria-pressed:!text-paper"
              onClick={() => onLayout(one)}
            >
              {one === 'grid' ? 'Grid' : 'List'}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
