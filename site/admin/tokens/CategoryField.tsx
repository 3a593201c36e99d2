import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { dataOf } from '#core/query/remote'
import { ChoiceField } from '#site/admin/form/fields.tsx'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { AddCategory } from './AddCategory.tsx'
import { $categories, $categoryNames } from './categories.ts'
import type { DraftForm } from './draft.ts'

/** One of the categories, or a new one. */
export function CategoryField({ form }: { form: DraftForm }) {
  const names = useStore($categoryNames)
  const { values } = useStore(form.$state)
  const [isAdding, setAdding] = useState(false)
  const view = useStore($categories)
  const isUnread = view.status === 'failed' && dataOf(view) === undefined
  const frame = useRestoredFocus<HTMLDivElement>()
  // A newly added category may not be in the list yet.
  const shown =
    values.category === '' || names.includes(values.category) ? names : [...names, values.category]

  return (
    <div ref={frame} className="outline-none" tabIndex={-1}>
      {isAdding ? (
        <AddCategory
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
          <ChoiceField
            form={form}
            name="category"
            label="Category"
            hint={isUnread ? 'The list could not be read: these are the usual ones' : undefined}
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
