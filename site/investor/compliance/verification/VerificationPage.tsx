import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type {
  Verification,
  VerificationAnswers,
  VerificationItemStatus,
} from '#contract/compliance/verification'
import { createLoadErrorMessage } from '#core/api/error-messages'
import { $verification, refreshVerification } from '#core/query/compliance/verification'
import { investorSession } from '#core/session/session'
import { type AccountHolderType, type EvidenceItem, requiresEvidence } from '#shared/enums/verifications'
import { Page } from '#site/investor/kit/Page.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AutosaveStatus } from './AutosaveStatus.tsx'
import { EditingProvider, useAnswersForm } from './answer-fields.tsx'
import { createAnswersForm } from './answers-form.ts'
import { EvidenceFiles } from './EvidenceFiles.tsx'
import { fileHints, itemFields } from './item-fields.tsx'
import { SubmitVerification } from './SubmitVerification.tsx'
import { suggestName } from './suggested-name.ts'
import { VerificationStatusNote } from './VerificationStatusNote.tsx'

/** The investor's verification: completed, supported with files and submitted here; its decision is shown here too. */
export function VerificationPage() {
  const view = useStore($verification)
  return (
    <Page
      title="Identity verification"
      lead="Your identity, source of funds and investor status. Answers save automatically."
    >
      <div className="@container mt-6 grid grid-cols-1 gap-5">
        <RemoteView
          view={view}
          failure={createLoadErrorMessage('Your verification could not be loaded')}
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

/** Whether anything is entered at a path of the answers. */
function isEntered(answers: VerificationAnswers, path: string): boolean {
  const value = path
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], answers)
  return typeof value === 'string' && value !== ''
}

/** What is missing in all items, by path. Until the form was submitted with gaps, only invalid entries are included. */
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

/** The items as displayed: the prefilled name counts, although it is saved with the first answer. */
function countName(
  { items, answers }: Verification,
  typed: VerificationAnswers,
): readonly VerificationItemStatus[] {
  if (isEntered(answers, NAME) || !isEntered(typed, NAME)) return items
  return items.map((entry) => {
    const gaps = entry.gaps.filter(({ path }) => path !== NAME)
    return gaps.length > 0 ? { ...entry, gaps } : entry
  })
}

function Loaded({ verification }: { verification: Verification }) {
  const [form] = useState(() => {
    const user = investorSession.read()?.user
    return createAnswersForm(verification, user ? suggestName(user) : '')
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
      // Another page of the area: the last input is saved when leaving.
      void form.flush()
    }
  }, [form])
  return (
    <EditingProvider value={{ form, canEdit: verification.can_edit, gaps: gapsOf(verification, isChecked) }}>
      <VerificationStatusNote verification={verification} />
      <div className="grid grid-cols-1 items-start gap-5 @min-[58rem]:grid-cols-[minmax(0,1fr)_17rem]">
        <div className={`grid min-w-0 gap-5 ${verification.can_edit ? '' : 'record'}`}>
          <KindChoice />
          {items.map((entry) => (
            <ItemPanel key={entry.id} entry={entry} verification={verification} />
          ))}
          {verification.can_edit && (
            <SubmitVerification verification={verification} onRejected={() => setChecked(true)} />
          )}
          <AutosaveStatus />
        </div>
        <ItemList items={items} />
      </div>
    </EditingProvider>
  )
}

const kinds: Record<AccountHolderType, { label: string; about: string }> = {
  person: { label: 'Individual', about: 'Investing in your own name.' },
  entity: { label: 'Entity', about: 'Investing on behalf of a company, fund or trust.' },
}

function KindChoice() {
  const { form, canEdit } = useAnswersForm()
  const { kind } = useStore(form.$state)
  return (
    <Panel title="Investor">
      <fieldset className="grid gap-3 px-[22px] py-5 max-sm:px-4 sm:grid-cols-2" disabled={!canEdit}>
        <legend className="visually-hidden">Investor</legend>
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

const states: Record<
  VerificationItemStatus['state'],
  { labelOf: (gaps: number) => string; tone: BadgeTone }
> = {
  missing: { labelOf: (gaps) => `${gaps} missing`, tone: 'neutral' },
  complete: { labelOf: () => 'Complete', tone: 'info' },
  accepted: { labelOf: () => 'Accepted', tone: 'gain' },
  needs_more: { labelOf: () => 'More information needed', tone: 'warn' },
}

/** The state of an item and, if incomplete, how much is missing. */
function StateBadge({ entry: { state, gaps } }: { entry: VerificationItemStatus }) {
  const { labelOf, tone } = states[state]
  return <Badge tone={tone}>{labelOf(gaps.length)}</Badge>
}

/** The form's navigation, beside it if there is room: each item with its state. */
function ItemList({ items }: { items: readonly VerificationItemStatus[] }) {
  return (
    <nav aria-label="Sections" className="panel sticky top-20 @max-[58rem]:hidden print:hidden">
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
  entry: VerificationItemStatus
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
            <strong className="font-medium">Please update: </strong>
            {reason}
          </p>
        )}
        <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
          <Fields verification={verification} />
        </div>
        {requiresEvidence(id) && <Files item={id} verification={verification} />}
      </div>
    </Panel>
  )
}

function Files({ item, verification }: { item: EvidenceItem; verification: Verification }) {
  return (
    <EvidenceFiles
      // Errors from before the submission are not shown again when the form is opened.
      key={verification.submitted_at}
      item={item}
      hint={fileHints[item] ?? ''}
      files={verification.files.filter((file) => file.item === item)}
    />
  )
}
