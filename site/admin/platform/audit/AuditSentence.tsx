import { Link } from 'react-router'
import type { AuditEntry, AuditEntryType } from '#contract/platform/audit'
import { sections } from '#site/admin/kit/layout/sections.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { buildSentence, listReasons } from './audit-sentence.ts'
import { listInlineChanges } from './compare-versions.ts'
import { formatValue, getFieldLabel, truncate } from './field-labels.ts'

export const auditEntryTypeLabels: Record<AuditEntryType, string> = {
  change: 'Change',
  sign_in: 'Sign-in',
  export: 'Export',
  evidence: 'Evidence access',
  denied: 'Denied',
}

const tones: Partial<Record<AuditEntryType, BadgeTone>> = { export: 'info', evidence: 'warn', denied: 'loss' }

/** Changes shown in full below a sentence. */
const SHOWN = 3

/** An entry as a sentence, with links to what the reader may see, and its changes. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const may = usePermissions()
  const isOpen = (address: string): boolean => {
    const section = new URLSearchParams(address).get('d')
    return sections.some(({ value, needs }) => value === section && may(needs))
  }
  const changes = listInlineChanges(entry)
  const tone = tones[entry.kind]
  return (
    <>
      <span className="block leading-snug text-ink wrap-anywhere">
        {tone && (
          <span className="mr-2 inline-flex align-middle">
            <Badge tone={tone}>{auditEntryTypeLabels[entry.kind]}</Badge>
          </span>
        )}
        {buildSentence(entry).map(({ text, address }, at) =>
          address && isOpen(address) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order
            <Link key={at} to={{ search: address }}>
              {text}
            </Link>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order
            <span key={at}>{text}</span>
          ),
        )}
      </span>
      {changes.length > 0 && (
        <ul className="mt-1 grid gap-0.5 text-[0.875rem] leading-snug text-ink-2">
          {changes.slice(0, SHOWN).map(({ name, before, after }) => (
            <li key={name} className="wrap-anywhere">
              {getFieldLabel(name)}:{' '}
              <span className="text-ink-3">{short(formatValue(before, entry.entity))}</span> →{' '}
              {short(formatValue(after, entry.entity))}
            </li>
          ))}
          {changes.length > SHOWN && <li className="text-ink-3">and {changes.length - SHOWN} more</li>}
        </ul>
      )}
      {listReasons(entry).map(({ label, text }) => (
        <p key={label} className="mt-1 text-[0.875rem] leading-snug text-ink-2 wrap-anywhere">
          {label}: {truncate(text)}
        </p>
      ))}
    </>
  )
}

const short = (text: string): string => truncate(text === '' ? '(empty)' : text)
