import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  adminScreening,
  type ScreeningMatch,
  type WatchlistStatus,
} from '#contract/compliance/admin-screening'
import { formatCount } from '#core/format/format'
import type { MatchStatus } from '#shared/enums/screening'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { SelectField, TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { useUrlAction } from '#site/admin/kit/use-url-action.ts'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { useLatched } from '#site/ui/use-ever.ts'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Button } from '#ui/Button'
import { Email } from '#ui/Email'
import { writeBirth } from './birth-date-hint.ts'
import { isDismissedByTwo } from './dismissal-rule.ts'
import { MatchComparison } from './MatchComparison.tsx'
import {
  $pendingWatchlists,
  $screening,
  createDecisionForm,
  decisionLabels,
  matchList,
} from './match-list.ts'
import { UploadWatchlistDialog } from './UploadWatchlistDialog.tsx'
import { WatchlistStatusPanel } from './WatchlistStatusPanel.tsx'

const states: Record<MatchStatus, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'warn' },
  match: { label: 'Confirmed match', tone: 'loss' },
  no_match: { label: 'Cleared', tone: 'gain' },
}

const stateOptions = [
  { value: '' as const, label: 'All statuses' },
  { value: 'open' as const, label: 'Open' },
  { value: 'match' as const, label: 'Confirmed match' },
  { value: 'no_match' as const, label: 'Cleared' },
]

const decisions = [
  { value: 'no_match', label: 'Clear: not a match' },
  { value: 'match', label: 'Confirm match' },
]

const columns: Column<ScreeningMatch>[] = [
  {
    id: 'investor',
    label: 'Investor',
    sort: 'user_name',
    cell: ({ user_id, user_name, account_name, user_email, ...birth }) => (
      <>
        <Link className="block font-medium wrap-anywhere" to={{ search: getInvestorLocation(user_id) }}>
          {user_name}
        </Link>
        <span className="block text-[0.875rem] leading-snug font-normal text-ink-2">
          <Email address={user_email} />
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
    label: 'Watchlist entry',
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
    label: 'Match score',
    sort: 'score',
    startsDescending: true,
    align: 'right',
    cell: ({ score }) => `${score}%`,
  },
  {
    id: 'state',
    label: 'Status',
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
    cell: ({ created_at }) => <AdminDateTime instant={created_at} />,
  },
]

const nameOf = ({ user_name, entry_name }: ScreeningMatch) => `${user_name} and ${entry_name}`

const isGoingOn = ({ screened, investors }: WatchlistStatus): boolean => screened < investors

function describeOpen(of: WatchlistStatus): string {
  const { open_hits: count } = of
  if (count === 0) return isGoingOn(of) ? 'Screening in progress; no matches so far' : 'No open matches'
  return count === 1 ? '1 open match' : `${formatCount(count)} open matches`
}

/** Investors who may be on a sanctions or politically-exposed-persons watchlist, for manual review. */
export function Screening() {
  const state = useAdminList(matchList)
  const screening = useStore($screening)
  const [deciding, setDeciding] = useState<ScreeningMatch>()
  const [uploading, setUploading] = useState<object>()
  const { notice, showSuccess } = useLocalToast()
  useUrlAction('decide', (asked) => {
    const hit = state.page?.rows.find(({ id }) => String(id) === asked)
    return hit && (() => setDeciding(hit))
  })
  const isListProposed = useStore($pendingWatchlists).length > 0
  const isOff = screening?.source === 'none'
  const isKnown = useLatched(state.view.status !== 'loading')

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
              ? 'Screening starts once the watchlist is approved'
              : 'Screening is off'
      }
      aside={
        <Button small aria-haspopup="dialog" onClick={() => setUploading({})}>
          Upload watchlist
        </Button>
      }
    >
      <WatchlistStatusPanel status={screening} />
      {/* The response also determines what is shown above it. */}
      {isKnown && (
        <ListTable
          state={state}
          caption="Screening matches"
          columns={columns}
          rowKey={({ id }) => id}
          rowName={nameOf}
          tools={
            <>
              <SearchBox state={state} placeholder="Search investor, watchlist or entry" />
              <FilterSelect state={state} name="state" label="Status" options={stateOptions} />
            </>
          }
          actions={(hit) => (
            <Button
              look={hit.state === 'open' ? 'primary' : 'quiet'}
              small
              aria-haspopup="dialog"
              aria-label={`Review ${nameOf(hit)}`}
              onClick={() => setDeciding(hit)}
            >
              {hit.state === 'open' ? 'Review' : 'Change decision'}
            </Button>
          )}
          empty={{
            title: 'No matches found',
            hint:
              isListProposed && isOff
                ? 'All investors will be screened once the watchlist is approved.'
                : isOff
                  ? 'Upload a watchlist. All investors are screened against it, and new investors as they register.'
                  : screening && isGoingOn(screening)
                    ? 'Matches appear here as investors are screened.'
                    : 'No investor matches a name on the watchlist.',
          }}
          failure="Failed to fetch matches"
        />
      )}
      <EditDialog
        target={deciding}
        onClose={() => setDeciding(undefined)}
        title="Review match"
        kicker={deciding && `Match score ${deciding.score}%`}
        form={createDecisionForm}
        labels={decisionLabels}
        approval={({ decision }, hit) => ({
          endpoint: adminScreening.decideMatch,
          isNeeded: isDismissedByTwo(decision, hit),
        })}
        submit="Save decision"
        busy="Saving..."
        onGone={matchList.refresh}
        onSaved={async ({ user_name, state: decided }) => {
          await matchList.refresh()
          showSuccess(
            decided === 'match'
              ? `Match confirmed. ${user_name} is not verified.`
              : `Match cleared for ${user_name}.`,
          )
        }}
      >
        {(form, hit) => (
          <>
            <MatchComparison match={hit} />
            <SelectField
              form={form}
              name="decision"
              label={decisionLabels.decision}
              hint="Confirming a match removes the investor's verification. Verifying them again requires a reason and, if available, a second administrator"
              prompt="Select"
              options={decisions}
              required
            />
            <TextareaField
              form={form}
              name="reason"
              label={decisionLabels.reason}
              hint="Evidence for your decision, kept for later review"
              rows={3}
              maxLength={1000}
              required
            />
          </>
        )}
      </EditDialog>
      <UploadWatchlistDialog
        target={uploading}
        onClose={() => setUploading(undefined)}
        onDone={showSuccess}
      />
    </SectionPage>
  )
}
