import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminScreening, type ScreeningHit, type ScreeningState } from '#contract/admin-screening'
import { countOf } from '#core/format/format'
import type { HitState } from '#shared/enums/screening'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, ChoiceField } from '#site/admin/form/fields.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useAskedStep } from '#site/admin/shared/use-asked-step.ts'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { useEver } from '#site/ui/use-ever.ts'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Button } from '#ui/Button'
import { Email } from '#ui/Email'
import { writeBirth } from './births.ts'
import { Comparison } from './Comparison.tsx'
import { isDismissedByTwo } from './dismissal.ts'
import { $proposedLists, $screening, decisionForm, decisionLabels, hitList } from './list.ts'
import { Source } from './Source.tsx'
import { UploadDialog } from './UploadDialog.tsx'

const states: Record<HitState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Waits', tone: 'warn' },
  match: { label: 'Is the person', tone: 'loss' },
  no_match: { label: 'Is another', tone: 'gain' },
}

const stateOptions = [
  { value: '' as const, label: 'All states' },
  { value: 'open' as const, label: 'Waits' },
  { value: 'match' as const, label: 'Is the person' },
  { value: 'no_match' as const, label: 'Is another' },
]

const decisions = [
  { value: 'no_match', label: 'Another person' },
  { value: 'match', label: 'The person on the list' },
]

const columns: Column<ScreeningHit>[] = [
  {
    id: 'investor',
    label: 'Investor',
    sort: 'user_name',
    cell: ({ user_id, user_name, account_name, user_email, ...birth }) => (
      <>
        <Link className="block font-medium wrap-anywhere" to={{ search: investorLocation(user_id) }}>
          {user_name}
        </Link>
        <span className="block text-[0.875rem] leading-snug font-normal text-ink-2">
          <Email of={user_email} />
        </span>
        {account_name !== user_name && (
          <span className="block text-[0.875rem] leading-snug font-normal text-ink-2 wrap-anywhere">
            Account: {account_name}
          </span>
        )}
        {writeBirth(birth) && <span className="num text-[0.8125rem] text-ink-3">{writeBirth(birth)}</span>}
      </>
    ),
  },
  {
    id: 'entry',
    label: 'On the list',
    isKept: true,
    cell: ({ entry_name, entry_birth_date, list, entry_id }) => (
      <>
        <span className="block wrap-anywhere">{entry_name}</span>
        <span className="block text-[0.875rem] leading-snug text-ink-2 wrap-anywhere">
          {[entry_birth_date && `born ${entry_birth_date}`, `${list} ${entry_id}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    id: 'score',
    label: 'Likeness',
    sort: 'score',
    startsDescending: true,
    align: 'right',
    cell: ({ score }) => `${score} %`,
  },
  {
    id: 'state',
    label: 'State',
    isKept: true,
    cell: ({ state, reason, decided_by }) => (
      <>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {reason && (
          <span className="mt-1 block max-w-[40ch] text-[0.8125rem] leading-snug text-ink-2 wrap-anywhere">
            {decided_by}: {reason}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'found',
    label: 'Found',
    sort: 'created_at',
    startsDescending: true,
    cell: ({ created_at }) => <Moment instant={created_at} />,
  },
]

const nameOf = ({ user_name, entry_name }: ScreeningHit) => `${user_name} and ${entry_name}`

const isGoingOn = ({ screened, investors }: ScreeningState): boolean => screened < investors

/** `2 hits wait for a decision`. */
function describeOpen(of: ScreeningState): string {
  const { open_hits: count } = of
  if (count === 0)
    return isGoingOn(of)
      ? 'Investors are being compared with the list, without a hit so far'
      : 'No hit waits for a decision'
  return count === 1 ? '1 hit waits for a decision' : `${countOf(count, 'hit')} wait for a decision`
}

/** Investors who may be on a list of sanctions or of politically exposed persons, decided by people. */
export function Screening() {
  const state = useList(hitList)
  const screening = useStore($screening)
  const [deciding, setDeciding] = useState<ScreeningHit>()
  const [uploading, setUploading] = useState<object>()
  const { notice, showSuccess } = useLocalToast()
  useAskedStep('decide', (asked) => {
    const hit = state.page?.rows.find(({ id }) => String(id) === asked)
    return hit && (() => setDeciding(hit))
  })
  const isListProposed = useStore($proposedLists).length > 0
  const isOff = screening?.source === 'none'
  const isKnown = useEver(state.view.status !== 'loading')

  return (
    <SectionPage
      title="Screening"
      outcome={notice}
      lead={
        !screening
          ? ''
          : !isOff
            ? describeOpen(screening)
            : isListProposed
              ? 'Nobody is screened until the list is approved'
              : 'Nobody is screened'
      }
      aside={
        <Button small aria-haspopup="dialog" onClick={() => setUploading({})}>
          Upload list
        </Button>
      }
    >
      <Source of={screening} />
      {/* Its answer says what is above it, too. */}
      {isKnown && (
        <ListTable
          state={state}
          caption="Hits"
          columns={columns}
          rowKey={({ id }) => id}
          rowName={nameOf}
          tools={
            <>
              <SearchBox state={state} placeholder="Search investor, list or entry" />
              <FilterSelect state={state} name="state" label="State" options={stateOptions} />
            </>
          }
          actions={(hit) => (
            <Button
              look={hit.state === 'open' ? 'primary' : 'quiet'}
              small
              aria-haspopup="dialog"
              aria-label={`Decide ${nameOf(hit)}`}
              onClick={() => setDeciding(hit)}
            >
              {hit.state === 'open' ? 'Decide' : 'Decide anew'}
            </Button>
          )}
          empty={{
            title: 'No hits found',
            hint:
              isListProposed && isOff
                ? 'All investors are compared with the list as soon as it is approved.'
                : isOff
                  ? 'Upload a list of names. All investors are compared with it, and new ones as they register.'
                  : screening && isGoingOn(screening)
                    ? 'Hits appear here while investors are compared with the list.'
                    : 'No investor is like a name of the list.',
          }}
          failure="Failed to fetch the hits"
        />
      )}
      <EditDialog
        of={deciding}
        onClose={() => setDeciding(undefined)}
        title="Decide hit"
        kicker={deciding && `${deciding.score} % alike`}
        form={decisionForm}
        labels={decisionLabels}
        approval={({ decision }, hit) => ({
          endpoint: adminScreening.decide,
          isNeeded: isDismissedByTwo(decision, hit),
        })}
        submit="Store decision"
        busy="Storing..."
        onGone={hitList.refresh}
        onSaved={async ({ user_name, state: decided }) => {
          await hitList.refresh()
          showSuccess(
            decided === 'match'
              ? `${user_name} is marked as a match and is not verified.`
              : `${user_name} is cleared of this hit.`,
          )
        }}
      >
        {(form, hit) => (
          <>
            <Comparison of={hit} />
            <ChoiceField
              form={form}
              name="decision"
              label={decisionLabels.decision}
              hint="Somebody on the list is no longer verified from now on, and can be verified again only with a reason and by a second administrator, where there is one"
              prompt="Choose"
              options={decisions}
              required
            />
            <AreaField
              form={form}
              name="reason"
              label={decisionLabels.reason}
              hint="What shows it, for those who look at this later"
              rows={3}
              maxLength={1000}
              required
            />
          </>
        )}
      </EditDialog>
      <UploadDialog of={uploading} onClose={() => setUploading(undefined)} onDone={showSuccess} />
    </SectionPage>
  )
}
