import { useStore } from '@nanostores/react'
import type { Valuation } from '#contract/catalog/series'
import type { RowForm } from '#core/form/row-form'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import {
  emptyInput,
  parseInputs,
  serializeInputs,
  type ValuationInput,
  type ValuationValues,
} from './valuation-form.ts'

/** Maximum number of inputs of a valuation, as on the server. */
const MOST = 40

const fields: readonly { name: keyof ValuationInput; label: string; maxLength: number; type?: 'date' }[] = [
  { name: 'label', label: 'Input', maxLength: 100 },
  { name: 'value', label: 'Value', maxLength: 100 },
  { name: 'unit', label: 'Unit', maxLength: 40 },
  { name: 'source', label: 'Source', maxLength: 200 },
  { name: 'as_of', label: 'As of', maxLength: 10, type: 'date' },
]

/** The inputs of a valuation, each with its source and day. */
export function ValuationInputsField({ form }: { form: RowForm<ValuationValues, Valuation> }) {
  const { values, fieldErrors } = useStore(form.$state)
  const inputs = parseInputs(values.inputs)
  const errors: Partial<Record<string, string>> = fieldErrors
  const frame = useRestoredFocus<HTMLFieldSetElement>()
  const put = (next: readonly ValuationInput[]) => form.set('inputs', serializeInputs(next))
  const set = (at: number, name: keyof ValuationInput, value: string) => {
    form.clearError(`inputs/${at}/${name}`)
    put(inputs.map((input, other) => (other === at ? { ...input, [name]: value } : input)))
  }
  return (
    <fieldset ref={frame} tabIndex={-1} className="grid min-w-0 gap-4 outline-none">
      <legend className="mb-3 text-[0.9375rem] font-medium">Inputs</legend>
      {inputs.map((input, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: an input has no other name than its place
          key={at}
          className="grid min-w-0 items-start gap-x-3 gap-y-3 rounded border border-line bg-paper p-3.5 sm:grid-cols-[repeat(6,minmax(0,1fr))]"
        >
          <legend className="visually-hidden">Input {at + 1}</legend>
          {fields.map(({ name, label, maxLength, type }) => (
            <Field
              key={name}
              label={label}
              required={name !== 'unit'}
              error={errors[`inputs/${at}/${name}`]}
              className={widths[name]}
            >
              {(wiring) => (
                <Input
                  {...wiring}
                  name={`inputs/${at}/${name}`}
                  type={type ?? 'text'}
                  maxLength={maxLength}
                  autoComplete="off"
                  value={input[name]}
                  onChange={({ target }) => set(at, name, target.value)}
                />
              )}
            </Field>
          ))}
          <div className="flex justify-end sm:col-span-6">
            <Button look="quiet" small onClick={() => put(inputs.filter((_, other) => other !== at))}>
              Remove<span className="visually-hidden"> input {at + 1}</span>
            </Button>
          </div>
        </fieldset>
      ))}
      <Button
        look="quiet"
        small
        className="justify-self-start"
        disabled={inputs.length >= MOST}
        onClick={() => put([...inputs, emptyInput])}
      >
        Add input
      </Button>
      {inputs.length >= MOST && <p className="hint">A valuation can have up to {MOST} inputs.</p>}
    </fieldset>
  )
}

const widths: Record<keyof ValuationInput, string> = {
  label: 'sm:col-span-3',
  value: 'sm:col-span-2',
  unit: 'sm:col-span-1',
  source: 'sm:col-span-4',
  as_of: 'sm:col-span-2',
}
