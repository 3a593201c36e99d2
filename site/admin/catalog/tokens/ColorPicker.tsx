import { useStore } from '@nanostores/react'
import { tokenColors } from '#shared/enums/tokens'

import { TokenIcon } from '#ui/TokenIcon'
import type { TokenForm } from './token-form.ts'
import './choices.css'

/** The ten color schemes, each with a preview. */
export function ColorPicker({ form }: { form: TokenForm }) {
  const { values } = useStore(form.$state)
  return (
    <fieldset className="field">
      <legend className="label mb-1.5 text-[0.875rem] font-medium">Color scheme</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {tokenColors.map((color) => (
          <label key={color} className="choice-tile">
            <input
              type="radio"
              className="visually-hidden"
              name="color"
              value={color}
              checked={values.color === color}
              onChange={() => form.set('color', color)}
            />
            <TokenIcon token={{ ...values, icon: values.icon || 'Award', color }} small />
            {color}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
