import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { adminViews, type SavedView, ViewBody } from '#contract/desk/admin-views'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { getData } from '#core/query/remote'
import { $administrator, $may } from '#core/session/admin-session'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { CheckboxField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { findSection } from '#site/admin/kit/layout/sections.ts'
import {
  densities,
  setDensity,
  setKeyboardShortcutsEnabled,
  useDensity,
  useKeyboardShortcutsEnabled,
} from '#site/admin/kit/list/list-preferences.ts'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { deleteIcon } from '#ui/icons/row-actions'
import { Popup } from '#ui/Popup'
import { $views, getSavedViewUrl, refreshViews, savedViewToasts } from './saved-views-store.ts'

const densityNames = { regular: 'Regular rows', compact: 'Compact rows' } as const

type ViewForm = { name: string; shared: boolean }

interface Unsaved {
  section: string
  address: string
}

/** The section's saved views, an option to save the current one, and the row height. */
export function SavedViewsMenu() {
  const { search } = useLocation()
  const section = findSection(new URLSearchParams(search).get('d')).value
  const [saving, setSaving] = useState<Unsaved>()
  const mayShare = useStore($may)('desk')
  return (
    <>
      <Popup label="Views" className="button button-quiet button-small min-h-11" panelClassName="w-72 px-4">
        {(close) => (
          <div className="grid gap-3 py-1.5">
            <Saved section={section} current={getSavedViewUrl(search)} onFollow={close} />
            <Button
              look="quiet"
              small
              aria-haspopup="dialog"
              onClick={() => {
                close()
                setSaving({ section, address: getSavedViewUrl(search) })
              }}
            >
              Save this view
            </Button>
            <DensityChoice />
            <KeyChoice />
          </div>
        )}
      </Popup>
      <EditDialog<Unsaved, ViewForm, { view: SavedView }>
        target={saving}
        onClose={() => setSaving(undefined)}
        title="Save view"
        form={(unsaved) => ({
          initial: { values: { name: '', shared: false }, updatedAt: undefined },
          check: ({ name }) => (name.trim() === '' ? { name: 'Name is required' } : {}),
          save: (values, { idempotencyKey }) =>
            callAdminApi(adminViews.create, { body: { ...unsaved, ...values } }, { idempotencyKey }),
          failure: 'Failed to save view',
        })}
        labels={{ name: 'Name' }}
        submit="Save view"
        busy="Saving..."
        onSaved={async ({ view }) => {
          await refreshViews()
          savedViewToasts.succeed(
            `View “${view.name}” saved${view.shared ? ' for all administrators' : ''}. Find it under Views in this section.`,
          )
        }}
      >
        {(form) => (
          <>
            <TextField
              form={form}
              name="name"
              label="Name"
              hint="Saves the search, filters and sort order"
              required
              data-autofocus
              maxLength={getFieldRules(ViewBody, 'name').maxLength}
            />
            {mayShare && <CheckboxField form={form} name="shared" label="Share with all administrators" />}
          </>
        )}
      </EditDialog>
    </>
  )
}

interface SavedProps {
  section: string
  current: string
  onFollow: () => void
}

function Saved({ section, current, onFollow }: SavedProps) {
  const view = useStore($views)
  const [problem, setProblem] = useState('')
  const views = getData(view)?.filter((one) => one.section === section)
  const remove = async ({ id }: SavedView) => {
    setProblem('')
    try {
      await callAdminApi(adminViews.delete, { params: { id } })
    } catch (error) {
      setProblem(getServerErrorMessage(error, 'The view could not be deleted.'))
    }
    await refreshViews()
  }
  return (
    <div>
      {view.status === 'failed' && !views && (
        <p className="text-[0.875rem] text-loss">Your views could not be loaded.</p>
      )}
      {views?.length === 0 && <p className="text-[0.875rem] text-ink-2">No saved views for this section.</p>}
      {views && views.length > 0 && (
        <ul aria-label="Saved views" className="max-h-64 overflow-y-auto">
          {views.map((one) => (
            <ViewLine
              key={one.id}
              view={one}
              isCurrent={one.address === current}
              onFollow={onFollow}
              onDelete={() => void remove(one)}
            />
          ))}
        </ul>
      )}
      {problem && (
        <p className="mt-1 text-[0.875rem] text-loss" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

interface ViewLineProps {
  view: SavedView
  isCurrent: boolean
  onFollow: () => void
  onDelete: () => void
}

function ViewLine({ view: { name, address, shared, by }, isCurrent, onFollow, onDelete }: ViewLineProps) {
  const isOwn = useStore($administrator) === by?.id
  const mayAdminister = useStore($may)('administer')
  return (
    <li className="flex min-h-10 items-center gap-2">
      <Link
        className="min-w-0 flex-1 text-[0.9375rem] leading-snug wrap-anywhere"
        to={{ search: address }}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onFollow}
      >
        {name}
        {shared && (
          <span className="block text-[0.8125rem] text-ink-3">
            {isOwn ? 'Shared with all' : `Shared by ${by?.username}`}
          </span>
        )}
      </Link>
      {(isOwn || mayAdminister) && (
        <button
          type="button"
          className="grid size-9 flex-none cursor-pointer place-items-center rounded text-ink-2 hover:bg-sunken hover:text-ink"
          aria-label={`Delete the view ${name}`}
          onClick={onDelete}
        >
          <Icon path={deleteIcon} size={16} />
        </button>
      )}
    </li>
  )
}

function DensityChoice() {
  const density = useDensity()
  return (
    <fieldset className="border-line border-t pt-2">
      <legend className="visually-hidden">Row height</legend>
      {densities.map((value) => (
        <label key={value} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-[0.9375rem]">
          <input
            type="radio"
            name="density"
            className="size-4 accent-current"
            checked={density === value}
            onChange={() => setDensity(value)}
          />
          {densityNames[value]}
        </label>
      ))}
    </fieldset>
  )
}

function KeyChoice() {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-[0.9375rem]">
      <input
        type="checkbox"
        className="size-4 accent-current"
        checked={useKeyboardShortcutsEnabled()}
        onChange={({ target }) => setKeyboardShortcutsEnabled(target.checked)}
      />
      Keyboard shortcuts: j, k, x and ?
    </label>
  )
}
