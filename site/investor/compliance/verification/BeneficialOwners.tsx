import { useStore } from '@nanostores/react'
import { BENEFICIAL_OWNERS_MAX } from '#contract/compliance/verification'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { useAnswersForm, useFieldError } from './answer-fields.tsx'

const nobody = { full_name: '', role: '', share_percent: '' }

/** The beneficial owners of an entity, with their roles and shares. */
export function BeneficialOwners() {
  const { form, canEdit } = useAnswersForm()
  const { answers } = useStore(form.$state)
  const errorOf = useFieldError()
  const frame = useRestoredFocus<HTMLFieldSetElement>()
  const people = answers.entity?.people ?? []
  const shown = people.length > 0 ? people : [nobody]
  const change = (next: typeof people) => form.setIn('entity', 'people', next)
  const set = (at: number, name: keyof typeof nobody, value: string) =>
    change(shown.map((person, index) => (index === at ? { ...person, [name]: value } : person)))
  const error = (at: number, name: string) => errorOf(`entity/people/${at}/${name}`)

  return (
    <fieldset ref={frame} tabIndex={-1} className="grid gap-4 outline-none sm:col-span-2">
      <legend className="mb-1 text-[0.9375rem] font-medium">Directors and beneficial owners</legend>
      <p className="text-[0.875rem] text-ink-2">
        List all directors, and everyone who owns or controls 25% or more. Enter 0 for directors without a
        shareholding.
      </p>
      {shown.map((person, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: people have no id, and are not moved
          key={at}
          className="grid items-end gap-3 rounded border border-line bg-paper p-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1.5fr)_6rem_auto]"
        >
          <Field label="Full name" required error={error(at, 'full_name')}>
            {(wiring) => (
              <Input
                {...wiring}
                value={person.full_name ?? ''}
                maxLength={200}
                readOnly={!canEdit}
                onChange={({ target }) => set(at, 'full_name', target.value)}
              />
            )}
          </Field>
          <Field label="Role" required error={error(at, 'role')}>
            {(wiring) => (
              <Input
                {...wiring}
                value={person.role ?? ''}
                maxLength={100}
                readOnly={!canEdit}
                onChange={({ target }) => set(at, 'role', target.value)}
              />
            )}
          </Field>
          <Field label="Ownership, %" required error={error(at, 'share_percent')}>
            {(wiring) => (
              <Input
                {...wiring}
                className="num"
                inputMode="decimal"
                value={person.share_percent ?? ''}
                maxLength={6}
                readOnly={!canEdit}
                onChange={({ target }) => set(at, 'share_percent', target.value.replace(',', '.').trim())}
              />
            )}
          </Field>
          {canEdit && shown.length > 1 && (
            <Button
              look="quiet"
              small
              aria-label={`Remove person ${at + 1}`}
              onClick={() => change(shown.filter((_, index) => index !== at))}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      <p className="field-error empty:hidden">{errorOf('entity/people')}</p>
      {canEdit && shown.length < BENEFICIAL_OWNERS_MAX && (
        <p>
          <Button look="quiet" small onClick={() => change([...shown, nobody])}>
            Add Person
          </Button>
        </p>
      )}
    </fieldset>
  )
}
