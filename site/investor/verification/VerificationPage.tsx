import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Verification } from '#contract/verification'
import { explainLoad } from '#core/api/failures'
import { $verification, refreshVerification } from '#core/query/verification'
import { type EvidenceItem, needsEvidence, type VerificationKind } from '#shared/enums/verifications'
import { Page } from '#site/investor/Page.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { createAnswersForm } from './answers.ts'
import { EvidenceFiles } from './EvidenceFiles.tsx'
import { EditingProvider, useEditing } from './fields.tsx'
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
      <div className="mt-6 grid grid-cols-1 gap-5">
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

function Loaded({ verification }: { verification: Verification }) {
  const [form] = useState(() => createAnswersForm(verification))
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
    <EditingProvider value={{ form, canEdit: verification.can_edit }}>
      <StateNote verification={verification} />
      <KindChoice />
      {verification.items.map((entry) => (
        <ItemPanel key={entry.id} entry={entry} verification={verification} />
      ))}
      {verification.can_edit && <SubmitPanel verification={verification} />}
      <SaveState />
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

const states: Record<Verification['items'][number]['state'], { label: string; tone: BadgeTone }> = {
  missing: { label: 'Missing', tone: 'neutral' },
  complete: { label: 'Complete', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'gain' },
  needs_more: { label: 'Asked again', tone: 'warn' },
}

interface ItemPanelProps {
  entry: Verification['items'][number]
  verification: Verification
}

function ItemPanel({ entry: { id, label, state, reason }, verification }: ItemPanelProps) {
  const Fields = itemFields[id]
  return (
    <Panel id={id} title={label} aside={<Badge tone={states[state].tone}>{states[state].label}</Badge>}>
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
      item={item}
      hint={fileHints[item] ?? ''}
      files={verification.files.filter((file) => file.item === item)}
    />
  )
}
