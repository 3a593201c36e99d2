import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TokenCategory } from '#contract/catalog/admin-tokens'
import { NAME_MAX } from '#contract/schema-builders'
import { getServerErrorMessage } from '#core/api/error-messages'
import { formatCountOf } from '#core/format/format'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { Input } from '#ui/Field'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AddCategoryField } from './AddCategoryField.tsx'
import {
  $categories,
  deleteCategory,
  refreshCategories,
  renameCategory,
  validateCategoryName,
} from './categories.ts'

interface CategoriesDialogProps {
  open: boolean
  onClose: () => void
}

/** Adds, renames and deletes categories. A category with tokens cannot be deleted. */
export function CategoriesDialog({ open, onClose }: CategoriesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Categories">
      <Categories />
    </Dialog>
  )
}

function Categories() {
  const view = useStore($categories)
  const [announcement, setAnnouncement] = useState('')
  const [deleting, setDeleting] = useState<TokenCategory>()
  const frame = useRestoredFocus<HTMLDivElement>()
  useEffect(() => {
    refreshCategories()
  }, [])
  return (
    <div ref={frame} className="grid gap-5 outline-none" tabIndex={-1}>
      <AddCategoryField
        label="New category"
        onAdded={({ name }) => setAnnouncement(`${name} has been added.`)}
      />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <RemoteView
        view={view}
        {...getLoadErrorProps('Failed to fetch categories')}
        onRetry={refreshCategories}
        loading={<Skeleton className="h-[360px] w-full" />}
      >
        {(categories) => (
          <ul className="border-line border-t">
            {categories.map((category) => (
              <Row
                key={category.id}
                category={category}
                others={categories.filter((other) => other.id !== category.id).map(({ name }) => name)}
                onDelete={() => setDeleting(category)}
                onNotified={setAnnouncement}
              />
            ))}
          </ul>
        )}
      </RemoteView>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete category"
        action="Delete category"
        busy="Deleting..."
        run={deleteCategory}
        onDone={({ name }) => setAnnouncement(`${name} has been deleted.`)}
        onOutdated={refreshCategories}
        failure="Failed to delete category"
      >
        {({ name }) => (
          <>
            The category <strong className="font-medium">{name}</strong> will be deleted. This action cannot
            be undone.
          </>
        )}
      </ConfirmDialog>
    </div>
  )
}

interface RowProps {
  category: TokenCategory
  others: readonly string[]
  onDelete: () => void
  onNotified: (text: string) => void
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus()

function Row({ category, others, onDelete, onNotified }: RowProps) {
  const [draft, setDraft] = useState<string>()
  const [fieldError, setFieldError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  const { name, token_count } = category

  // The field that had the focus was removed: the focus moves to the button that opened it.
  useEffect(() => {
    if (draft === undefined && wasRenaming.current) rename.current?.focus()
    wasRenaming.current = draft !== undefined
  }, [draft])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = draft ?? ''
    const reason = validateCategoryName(wanted, others)
    setFieldError(reason)
    if (reason) return
    setSaving(true)
    try {
      const isRenamed = wanted.trim() === name || (await renameCategory(category, wanted))
      setDraft(undefined)
      if (isRenamed) onNotified(`${name} renamed to ${wanted.trim()}.`)
    } catch (error) {
      setFieldError(getServerErrorMessage(error, 'The category could not be renamed'))
    } finally {
      setSaving(false)
    }
  }

  return (
    <li className="border-line border-b py-3">
      {draft === undefined ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
            {name}
            <span className="num ml-3 text-[0.8125rem] whitespace-nowrap text-ink-3">
              {formatCountOf(token_count, 'token')}
            </span>
          </p>
          <div className="flex gap-2">
            <Button ref={rename} look="quiet" small onClick={() => setDraft(name)}>
              Rename<span className="visually-hidden"> {name}</span>
            </Button>
            <Button
              look="quiet"
              small
              disabled={token_count > 0}
              title={token_count > 0 ? 'This category still contains tokens' : undefined}
              onClick={onDelete}
            >
              Delete<span className="visually-hidden"> {name}</span>
            </Button>
          </div>
        </div>
      ) : (
        <form className="grid gap-2" noValidate onSubmit={save}>
          <div className="flex flex-wrap gap-2">
            <Input
              className="flex-1 basis-40"
              aria-label={`New name for ${name}`}
              aria-invalid={fieldError ? true : undefined}
              maxLength={NAME_MAX}
              autoComplete="off"
              // The button that opened the field was removed, and the focus with it.
              ref={takeFocus}
              value={draft}
              onChange={({ target }) => setDraft(target.value)}
            />
            <Button type="submit" look="quiet" small busy={isSaving && 'Saving...'}>
              Save
            </Button>
            <Button
              look="quiet"
              small
              onClick={() => {
                setDraft(undefined)
                setFieldError(undefined)
              }}
            >
              Cancel
            </Button>
          </div>
          {fieldError && (
            <p className="field-error" role="alert">
              {fieldError}
            </p>
          )}
        </form>
      )}
    </li>
  )
}
