import { Link } from 'react-router'
import type { AuditEntry, AuditKind } from '#contract/audit'
import { sections } from '#site/admin/sections.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { changesBeside } from './compare.ts'
import { reasonsOf, writeSentence } from './sentence.ts'
import { nameField, nameValue, shorten } from './words.ts'

export const kindNames: Record<AuditKind, string> = {
  change: 'Change',
  sign_in: 'Sign-in',
  export: 'Export',
  evidence: 'Evidence read',
  denied: 'Denied',
}

const tones: Partial<Record<AuditKind, BadgeTone>> = { export: 'info', evidence: 'warn', denied: 'loss' }

/** Changes that are written out under a sentence. */
const SHOWN = 3

/** An entry as a sentence, with links to what the reader may see, and what it changed. */
export function Sentence({ entry }: { entry: AuditEntry }) {
  const may = useMay()
  const isOpen = (address: string): boolean => {
    const section = new URLSearchParams(address).get('d')
    return sections.some(({ value, needs }) => value === section && may(needs))
  }
  const changes = changesBeside(entry)
  const tone = tones[entry.kind]
  return (
    <>
      <span className="block leading-snug text-ink wrap-anywhere">
        {tone && (
          <span className="mr-2 inline-flex align-middle">
            <Badge tone={tone}>{kindNames[entry.kind]}</Badge>
          </span>
        )}
        {writeSentence(entry).map(({ text, address }, at) =>
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
              {nameField(name)}: <span className="text-ink-3">{short(nameValue(before, entry.entity))}</span>{' '}
              → {short(nameValue(after, entry.entity))}
            </li>
          ))}
          {changes.length > SHOWN && <li className="text-ink-3">and {changes.length - SHOWN} more</li>}
        </ul>
      )}
      {reasonsOf(entry).map(({ label, text }) => (
        <p key={label} className="mt-1 text-[0.875rem] leading-snug text-ink-2 wrap-anywhere">
          {label}: {shorten(text)}
        </p>
      ))}
    </>
  )
}

const short = (text: string): string => shorten(text === '' ? '(empty)' : text)
