import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Answers, Verification, VerificationEntry } from '#contract/verification'
import { explainLoad } from '#core/api/failures'
import { $verification, refreshVerification } from '#core/query/verification'
import { investorSession } from '#core/session/session'
import { type EvidenceItem, needsEvidence, type VerificationKind } from '#shared/enums/verifications'
import { Page } from '#site/investor/Page.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { createAnswersForm } from './answers.ts'
import { EvidenceFiles } from './EvidenceFiles.tsx'
import { EditingProvider, useEditing } from './fields.tsx'
import { fullNameOf } from './full-name.ts'
import { fileHints, itemFields } from './items.tsx'
import { SaveState } from './SaveState.tsx'
import { StateNote } from './StateNote.tsx'
import { SubmitPanel } from './SubmitPanel.tsx'

/** Who the investor is: filled in, proven with files and submitted here; what was decided is here too. */
export function VerificationPage() {
  const view = useStore($verification)
  return (
    <Page
      title="Verification"
      lead="Who you are, where your money comes from and what kind of investor you are. It is checked once and saved as you type."
    >
      <div className="@container mt-6 grid grid-cols-1 gap-5">
        <RemoteView
          view={view}
          failure={explainLoad('Your verification could not be loaded')}
          title="Your verification could not be loaded"
          onRetry={refreshVerification}
          loading={
            <div className="grid gap-5" role="status" aria-label="Loading your verification">
              <Skeleton className="h-24" />
              <Skeleton className="h-72" />
              <Skeleton className="h-72" />
            </div>
          }
        >
          {(verification) => <Loaded verification={verification} />}
        </RemoteView>
      </div>
    </Page>
  )
}

/** Whether something is entered at a path of the answers. */
function isEntered(answers: Answers, path: string): boolean {
  const value = path
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], answers)
  return typeof value === 'string' && value !== ''
}

/**
 * What is missing of all items, by its path. Before the form was submitted with gaps, only what is entered and cannot
 * be so.
 */
function gapsOf({ items, answers }: Verification, isChecked: boolean): ReadonlyMap<string, string> {
  const gaps = new Map<string, string>()
  for (const { path, message } of items.flatMap((item) => item.gaps)) {
    if (!isChecked && !isEntered(answers, path)) continue
    const before = gaps.get(path)
    gaps.set(path, before ? `${before}. ${message}` : message)
  }
  return gaps
}

const NAME = '/identity/full_name'

/** The items as they are shown: the name that the form begins with counts, though it is saved with the first answer. */
function countName({ items, answers }: Verification, typed: Answers): readonly VerificationEntry[] {
  if (isEntered(answers, NAME) || !isEntered(typed, NAME)) return items
  return items.map((entry) => {
    const gaps = entry.gaps.filter(({ path }) => path !== NAME)
    return gaps.length > 0 ? { ...entry, gaps } : entry
  })
}

function Loaded({ verification }: { verification: Verification }) {
  const [form] = useState(() => {
    const user = investorSession.read()?.user
    return createAnswersForm(verification, user ? fullNameOf(user) : '')
  })
  const items = countName(verification, useStore(form.$state).answers)
  const [isChecked, setChecked] = useState(false)
  useEffect(() => form.follow(verification), [form, verification])
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (!form.hasUnsaved()) return
      void form.flush()
      event.preventDefault()
    }
    const hide = () => document.hidden && void form.flush()
    addEventListener('beforeunload', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('beforeunload', leave)
      document.removeEventListener('visibilitychange', hide)
      // Another page of the area: what was typed last is saved on the way.
      void form.flush()
    }
  }, [form])
  return (
    <EditingProvider value={{ form, canEdit: verification.can_edit, gaps: gapsOf(verification, isChecked) }}>
      <StateNote verification={verification} />
      <div className="grid grid-cols-1 items-start gap-5 @min-[58rem]:grid-cols-[minmax(0,1fr)_17rem]">
        <div className={`grid min-w-0 gap-5 ${verification.can_edit ? '' : 'record'}`}>
          <KindChoice />
          {items.map((entry) => (
            <ItemPanel key={entry.id} entry={entry} verification={verification} />
          ))}
          {verification.can_edit && (
            <SubmitPanel verification={verification} onRejected={() => setChecked(true)} />
          )}
          <SaveState />
        </div>
        <ItemList items={items} />
      </div>
    </EditingProvider>
  )
}

const kinds: Record<VerificationKind, { label: string; about: string }> = {
  person: { label: 'A person', about: 'You invest in your own name.' },
  entity: { label: 'An entity', about: 'A company, fund or trust invests; you sign for it.' },
}

function KindChoice() {
  const { form, canEdit } = useEditing()
  const { kind } = useStore(form.$state)
  return (
    <Panel title="Who invests">
      <fieldset className="grid gap-3 px-[22px] py-5 max-sm:px-4 sm:grid-cols-2" disabled={!canEdit}>
        <legend className="visually-hidden">Who invests</legend>
        {(['person', 'entity'] as const).map((value) => (
          <label
            key={value}
            className={`flex items-start gap-3 rounded border p-4 ${kind === value ? 'border-primary bg-paper' : 'border-line'}`}
          >
            <input
              type="radio"
              name="kind"
              className="mt-1 size-[18px] flex-none"
              checked={kind === value}
              onChange={() => form.set('kind', value)}
            />
            <span>
              <span className="block font-medium">{kinds[value].label}</span>
              <span className="block text-[0.875rem] text-ink-2">{kinds[value].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Panel>
  )
}

const states: Record<VerificationEntry['state'], { labelOf: (gaps: number) => string; tone: BadgeTone }> = {
  missing: { labelOf: (gaps) => `${gaps} missing`, tone: 'neutral' },
  complete: { labelOf: () => 'Complete', tone: 'info' },
  accepted: { labelOf: () => 'Accepted', tone: 'gain' },
  needs_more: { labelOf: () => 'Asked again', tone: 'warn' },
}

/** The state of an item; of one that is not complete, how much of it is missing. */
function StateBadge({ entry: { state, gaps } }: { entry: VerificationEntry }) {
  const { labelOf, tone } = states[state]
  return <Badge tone={tone}>{labelOf(gaps.length)}</Badge>
}

/** The way through the form, beside it where there is room: each item with its state. */
function ItemList({ items }: { items: readonly VerificationEntry[] }) {
  return (
    <nav aria-label="Items" className="panel sticky top-20 @max-[58rem]:hidden print:hidden">
      <ol>
        {items.map((entry) => (
          <li key={entry.id} className="border-line border-b last:border-b-0">
            <a
              href={`#${entry.id}`}
              className="flex min-h-11 items-center justify-between gap-3 px-4 py-2 text-[0.875rem] no-underline hover:bg-sunken"
            >
              {entry.label}
              <StateBadge entry={entry} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface ItemPanelProps {
  entry: VerificationEntry
  verification: Verification
}

function ItemPanel({ entry, verification }: ItemPanelProps) {
  const { id, label, reason } = entry
  const Fields = itemFields[id]
  return (
    <Panel id={id} title={label} aside={<StateBadge entry={entry} />}>
      <div className="grid gap-5 px-[22px] py-5 max-sm:px-4">
        {reason && (
          <p className="rounded border border-warn border-l-[3px] bg-paper p-4 text-[0.9375rem] whitespace-pre-line wrap-anywhere">
            <strong className="font-medium">Please do this again: </strong>
            {reason}
          </p>
        )}
        <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
          <Fields verification={verification} />
        </div>
        {needsEvidence(id) && <Files item={id} verification={verification} />}
      </div>
    </Panel>
  )
}

function Files({ item, verification }: { item: EvidenceItem; verification: Verification }) {
  return (
    <EvidenceFiles
      // What was wrong before the form was submitted is not said when it is opened again.
      key={verification.submitted_at}
      item={item}
      hint={fileHints[item] ?? ''}
      files={verification.files.filter((file) => file.item === item)}
    />
  )
}
