import { useStore } from '@nanostores/react'
import type { AdminSettings } from '#contract/platform/admin-settings'
import type { RowForm } from '#core/form/row-form'
import { Field, Input } from '#ui/Field'
import { isColor, type SettingsValues, settingLabels } from './settings-form.ts'

interface ColorFieldProps {
  form: RowForm<SettingsValues, AdminSettings>
  name: 'primary_color' | 'secondary_color'
}

/** A color, picked or typed. */
export function ColorField({ form, name }: ColorFieldProps) {
  const { values, fieldErrors } = useStore(form.$state)
  const value = values[name]
  return (
    <Field label={settingLabels[name]} error={fieldErrors[name]} required>
      {(wiring) => (
        <div className="flex gap-2">
          <Input
            {...wiring}
            name={name}
            className="num min-w-0 flex-1"
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            value={value}
            onChange={({ target }) => form.set(name, target.value)}
          />
          <input
            type="color"
            aria-label={`Choose ${settingLabels[name].toLowerCase()}`}
            className="h-11 w-14 flex-none cursor-pointer rounded border border-line-strong bg-surface p-1"
            value={isColor(value) ? value.toLowerCase() : '#000000'}
            onChange={({ target }) => form.set(name, target.value)}
          />
        </div>
      )}
    </Field>
  )
}
