import { useStore } from '@nanostores/react'
import { tokenStatusFilters } from '#contract/catalog/admin-tokens'
import { ExportButton } from '#site/admin/kit/list/ExportButton.tsx'
import { FilterSelect, toFilterOptions } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import type { ListUrlState } from '#site/ui/list/use-url-state.ts'
import { Button } from '#ui/Button'
import { type catalogListRules, exportTokens } from './catalog-filter.ts'
import { type Layout, saveLayout } from './catalog-layout.ts'
import { $categoryNames } from './categories.ts'

const stateNames = { all: 'All statuses', active: 'Active', inactive: 'Inactive' }
const states = tokenStatusFilters.map((value) => ({ value, label: stateNames[value] }))

interface CatalogToolsProps {
  address: ListUrlState<(typeof catalogListRules)['filters']>
  layout: Layout
  onLayout: (layout: Layout) => void
}

/** Search and filters of the catalog, its export and its layout. */
export function CatalogToolbar({ address, layout, onLayout }: CatalogToolsProps) {
  const categories = useStore($categoryNames)
  const { query } = address
  return (
    <div className="panel flex flex-wrap items-end gap-3 p-4">
      <SearchBox state={address} placeholder="Search symbol, name or location" />
      <FilterSelect
        state={address}
        name="category"
        className="w-40"
        label="Category"
        options={toFilterOptions('All categories', categories, query.filters.category)}
      />
      <FilterSelect state={address} name="state" label="Status" options={states} />
      <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
        <ExportButton save={(options) => exportTokens(query, options)} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
        <div className="flex gap-2" role="group" aria-label="Layout">
          {(['grid', 'list'] as const).map((one) => (
            <Button
              key={one}
              look="quiet"
              small
              aria-pressed={layout === one}
              className="min-h-11 aria-pressed:!border-ink aria-pressed:bg-ink aria-pressed:!text-paper"
              onClick={() => {
                saveLayout(one)
                onLayout(one)
              }}
            >
              {one === 'grid' ? 'Grid' : 'List'}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
