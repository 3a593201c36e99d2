import { useStore } from '@nanostores/react'
import { formatFullDateTime } from '#core/format/full-date-time'
import { type FieldForm, TextField } from './form-fields.tsx'

interface MomentFieldProps<Name extends string> {
  form: FieldForm<NoInfer<Name>>
  name: Name
  label: string
  /** The time zone of the input: the browser's, or UTC. */
  zone: 'own' | 'utc'
}

/** The typed value as an instant; undefined while incomplete. */
function readInstant(typed: string, zone: 'own' | 'utc'): string | undefined {
  const moment = new Date(zone === 'utc' ? `${typed}Z` : typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

const hintOf = (zone: 'own' | 'utc', written: string | undefined): string => {
  if (zone === 'utc') return written ?? 'In UTC'
  return written ? `In your time zone: ${written}` : 'In your time zone'
}

/**
 * A day with a time. The browser's own control uses the browser's format; the hint shows the format used everywhere
 * else here.
 */
export function DateTimeField<Name extends string>({ form, name, label, zone }: MomentFieldProps<Name>) {
  const { values } = useStore(form.$state)
  const instant = readInstant(values[name], zone)
  const written = instant && formatFullDateTime(instant, 'UTC')
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
