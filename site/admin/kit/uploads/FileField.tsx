import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import type { FieldForm } from '#site/admin/kit/form/form-fields.tsx'
import { Field, Input } from '#ui/Field'

interface FileFieldProps {
  form: FieldForm<'file'>
  label: string
  hint: string
  accept: string
  /** Receives the file. The form value `file` describes it, so that another file counts as different content. */
  file: RefObject<File | undefined>
}

const contentOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

/** The file field of a form. */
export function FileField({ form, label, hint, accept, file }: FileFieldProps) {
  const { fieldErrors, status } = useStore(form.$state)
  return (
    <Field label={label} hint={hint} error={fieldErrors.file} required>
      {(wiring) => (
        <Input
          {...wiring}
          type="file"
          name="file"
          accept={accept}
          disabled={status.name === 'saving'}
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            file.current = chosen
            form.set('file', chosen ? contentOf(chosen) : '')
          }}
        />
      )}
    </Field>
  )
}
