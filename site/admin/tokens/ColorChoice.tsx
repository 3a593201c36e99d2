import { useStore } from '@nanostores/react'
import { tokenColors } from '#shared/enums/tokens'

import { TokenIcon } from '#ui/TokenIcon'
import type { DraftForm } from './draft.ts'
import './choices.css'

/** The ten colour schemes, each as it will look. */
export function ColorChoice({ form }: { form: DraftForm }) {
  const { values } = useStore(form.$state)
  return (
    <fieldset className="field">
      <legend className="label mb-1.5 text-[0.875rem] font-medium">Colour scheme</legend>
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
