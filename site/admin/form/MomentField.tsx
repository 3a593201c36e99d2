import { useStore } from '@nanostores/react'
import { formatFullMoment } from '#core/format/dated-moment'
import { type FieldForm, TextField } from './fields.tsx'

interface MomentFieldProps<Name extends string> {
  form: FieldForm<NoInfer<Name>>
  name: Name
  label: string
  /** The zone of what is typed: that of the browser, or UTC. */
  zone: 'own' | 'utc'
}

/** What was typed as an instant; undefined while it is not complete. */
function readInstant(typed: string, zone: 'own' | 'utc'): string | undefined {
  const moment = new Date(zone === 'utc' ? `${typed}Z` : typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

const hintOf = (zone: 'own' | 'utc', written: string | undefined): string => {
  if (zone === 'utc') return written ?? 'In UTC'
  return written ? `In your time zone. That is ${written}.` : 'In your time zone'
}

/** A day with a time. The browser's own control writes it in the browser's way: the hint has it as all other times here. */
export function MomentField<Name extends string>({ form, name, label, zone }: MomentFieldProps<Name>) {
  const { values } = useStore(form.$state)
  const instant = readInstant(values[name], zone)
  const written = instant && formatFullMoment(instant, 'UTC')
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      required
      type="datetime-local"
      hint={hintOf(zone, written)}
    />
  )
}
