import { useStore } from '@nanostores/react'
import { tokenStates } from '#contract/admin-tokens'
import { ExportButton } from '#site/admin/list/ExportButton.tsx'
import { FilterSelect, nameOptions } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import type { ListUrlState } from '#site/ui/list/use-url-state.ts'
import { Button } from '#ui/Button'
import { $categoryNames } from './categories.ts'
import { type catalogueRules, saveTokens } from './filter.ts'
import { type Layout, storeLayout } from './layout.ts'

const stateNames = { all: 'All states', active: 'Active', inactive: 'Inactive' }
const states = tokenStates.map((value) => ({ value, label: stateNames[value] }))

interface CatalogueToolsProps {
  address: ListUrlState<(typeof catalogueRules)['filters']>
  layout: Layout
  onLayout: (layout: Layout) => void
}

/** Search and filters of the catalogue, its file, and how it is laid out. */
export function CatalogueTools({ address, layout, onLayout }: CatalogueToolsProps) {
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
        options={nameOptions('All categories', categories, query.filters.category)}
      />
      <FilterSelect state={address} name="state" label="State" options={states} />
      <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
        <ExportButton save={(options) => saveTokens(query, options)} />
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
                storeLayout(one)
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
