import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { TokenIconFile } from '#contract/catalog/admin-tokens'
import { tokenIcons } from '#contract/catalog/tokens'
import { getServerErrorMessage } from '#core/api/error-messages'
import { getData } from '#core/query/remote'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { UploadProgress } from '#site/admin/kit/uploads/UploadProgress.tsx'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { RemoteError } from '#ui/RemoteView'
import { TokenIcon } from '#ui/TokenIcon'
import {
  $icons,
  ACCEPTED_FILE_TYPES,
  createIconUploader,
  deleteIcon,
  getIconName,
  refreshIcons,
  validateIcon,
} from './icons.ts'
import type { TokenForm } from './token-form.ts'
import './choices.css'

/** The eleven drawings and the uploaded images, in the selected colors. */
export function IconPicker({ form }: { form: TokenForm }) {
  const { values, fieldErrors } = useStore(form.$state)
  const view = useStore($icons)
  const uploaded = getData(view)
  const icons = uploaded ?? []
  const frame = useRestoredFocus<HTMLFieldSetElement>()
  const [deleting, setDeleting] = useState<TokenIconFile>()
  const chosen = icons.find(({ url }) => values.icon_type === 'custom' && url === values.icon_url)

  const choose = (icon: string, url = '') => {
    form.set('icon', icon)
    form.set('icon_type', url === '' ? 'lucide' : 'custom')
    form.set('icon_url', url)
  }
  const error = fieldErrors.icon ?? fieldErrors.icon_url

  return (
    <fieldset ref={frame} className="field outline-none" tabIndex={-1}>
      <legend className="mb-1.5 text-[0.875rem] font-medium">Icon</legend>
      {view.status === 'failed' && (
        <div className="mb-2">
          <RemoteError
            view={view}
            {...getLoadErrorProps('Failed to fetch uploaded icons')}
            onRetry={refreshIcons}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {tokenIcons.map((icon) => (
          <label key={icon} className="choice-tile">
            <input
              type="radio"
              className="visually-hidden"
              name="icon"
              value={icon}
              checked={values.icon_type === 'lucide' && values.icon === icon}
              onChange={() => choose(icon)}
            />
            <TokenIcon token={{ icon, icon_type: 'lucide', icon_url: '', color: values.color }} small />
            <span className="min-w-0 truncate">{icon}</span>
          </label>
        ))}
        {icons.map(({ filename, url }) => (
          <label key={filename} className="choice-tile">
            <input
              type="radio"
              className="visually-hidden"
              name="icon"
              value={filename}
              checked={values.icon_type === 'custom' && values.icon_url === url}
              onChange={() => choose(getIconName(filename), url)}
            />
            <TokenIcon token={{ icon: '', icon_type: 'custom', icon_url: url, color: values.color }} small />
            <span className="min-w-0 truncate">{getIconName(filename)}</span>
          </label>
        ))}
      </div>
      {error && <p className="field-error">{error}</p>}
      <Upload
        onUploaded={({ filename, icon_url }) => choose(getIconName(filename), icon_url)}
        aside={
          chosen && (
            <Button look="quiet" small aria-haspopup="dialog" onClick={() => setDeleting(chosen)}>
              Delete icon “{getIconName(chosen.filename)}”
            </Button>
          )
        }
      />
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete icon"
        action="Delete icon"
        busy="Deleting..."
        run={deleteIcon}
        onDone={() => choose('')}
        onOutdated={refreshIcons}
        failure="Failed to delete icon"
      >
        {({ filename }) => (
          <>
            The uploaded icon <strong className="font-medium">{getIconName(filename)}</strong> will be
            deleted. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </fieldset>
  )
}

interface UploadProps {
  onUploaded: (icon: { filename: string; icon_url: string }) => void
  aside: ReactNode
}

/** Adds an image to the options. */
function Upload({ onUploaded, aside }: UploadProps) {
  const [uploader] = useState(createIconUploader)
  const state = useStore(uploader.$state)
  const [fieldError, setFieldError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const failure =
    fieldError ??
    (state.status === 'failed' ? getServerErrorMessage(state.error, 'Failed to upload icon') : undefined)

  // The icon belongs to this form's token, so the upload is cancelled when the form closes.
  useEffect(() => uploader.cancel, [uploader])

  const send = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const reason = validateIcon(file)
    setFieldError(reason)
    uploader.reset()
    if (reason) return
    const icon = await uploader.start(file)
    if (icon) onUploaded(icon)
  }

  return (
    <div className="mt-2 grid gap-3">
      {failure && <Banner kind="error">{failure}</Banner>}
      {state.status === 'uploading' ? (
        <UploadProgress {...state} onCancel={uploader.cancel} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label="Icon to upload"
            accept={ACCEPTED_FILE_TYPES}
            onChange={({ target }) => send(target.files?.[0])}
          />
          <Button look="quiet" small onClick={() => input.current?.click()}>
            Upload icon
          </Button>
          {aside}
          <p className="hint text-[0.8125rem] text-ink-3">
            PNG, JPEG or WebP up to 10 MB, or SVG up to 256 KB
          </p>
        </div>
      )}
    </div>
  )
}
