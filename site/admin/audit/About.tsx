import { Link } from 'react-router'
import type { AuditEntry } from '#contract/audit'
import { addressOf, dayOf, labelOf } from './subject.ts'

/** The person or series and the row of an entry: the current name, linked to its section, and the row's id. */
export function About({ entry }: { entry: AuditEntry }) {
  const { subject, entity, entity_id } = entry
  const label = labelOf(entry)
  const name = subject?.name || label
  const address = addressOf(entry)
  const day = dayOf(entry)
  const row = [
    entity.replaceAll('_', ' '),
    entity_id,
    name === label ? '' : label,
    day && `of ${day}`,
  ].filter((part) => part !== '')
  return (
    <>
      {name && (
        <span className="block text-ink wrap-break-word" title={subject?.email || undefined}>
          {address ? <Link to={{ search: address }}>{name}</Link> : name}
        </span>
      )}
      <span className="block text-[0.875rem] leading-snug text-ink-2 wrap-break-word">{row.join(' ')}</span>
    </>
  )
}
