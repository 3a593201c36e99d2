import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getData } from '#core/query/remote'
import { SelectField } from '#site/admin/kit/form/form-fields.tsx'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { AddCategoryField } from './AddCategoryField.tsx'
import { $categories, $categoryNames } from './categories.ts'
import type { TokenForm } from './token-form.ts'

/** An existing category or a new one. */
export function CategoryField({ form }: { form: TokenForm }) {
  const names = useStore($categoryNames)
  const { values } = useStore(form.$state)
  const [isAdding, setAdding] = useState(false)
  const view = useStore($categories)
  const isUnread = view.status === 'failed' && getData(view) === undefined
  const frame = useRestoredFocus<HTMLDivElement>()
  // A newly added category may not be in the list yet.
  const shown =
    values.category === '' || names.includes(values.category) ? names : [...names, values.category]

  return (
    <div ref={frame} className="outline-none" tabIndex={-1}>
      {isAdding ? (
        <AddCategoryField
          label="New category"
          focus
          onAdded={({ name }) => {
            form.set('category', name)
            setAdding(false)
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div className="flex items-start gap-2">
          <SelectField
            form={form}
            name="category"
            label="Category"
            hint={isUnread ? 'Categories could not be loaded. Showing the default list' : undefined}
            required
            prompt="Select a category"
            options={shown.map((name) => ({ value: name, label: name }))}
            className="min-w-0 flex-1"
          />
          <Button look="quiet" className="mt-[25px] min-h-11! px-3.5!" onClick={() => setAdding(true)}>
            New<span className="visually-hidden"> category</span>
          </Button>
        </div>
      )}
    </div>
  )
}
