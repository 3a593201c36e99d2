import { useState } from 'react'
import { type AdminOffering, adminSeries } from '#contract/catalog/admin-series'
import { callAdminApi } from '#core/api/admin-api'
import { formatMoney } from '#core/format/format'
import { formatPriceComparison, isFarFromValue } from '#core/format/price-comparison'
import { formatUnits } from '#core/format/units'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { type EditedOffering, OfferingDialog } from './OfferingDialog.tsx'
import { OfferingTerms } from './OfferingTerms.tsx'
import { type SeriesSectionProps, seriesDetail } from './series-store.ts'

interface Change {
  offering: AdminOffering
  to: 'open' | 'paused' | 'closed'
}

const changes = {
  open: {
    action: 'Open offering',
    resumed: 'Resume offering',
    busy: 'Opening...',
    done: 'Offering opened.',
  },
  paused: { action: 'Pause offering', resumed: '', busy: 'Pausing...', done: 'Offering paused.' },
  closed: { action: 'Close offering', resumed: '', busy: 'Closing...', done: 'Offering closed.' },
}

const nameOf = ({ offering, to }: Change): string =>
  to === 'open' && offering.stored_state === 'paused' ? changes.open.resumed : changes[to].action

/** The offerings of a series: the current one with its actions, and the closed ones. */
export function Offerings({ series, onSaved }: SeriesSectionProps) {
  const [edited, setEdited] = useState<EditedOffering>()
  const [change, setChange] = useState<Change>()
  const [discarded, setDiscarded] = useState<AdminOffering>()
  const mayWrite = usePermissions()('money')
  const current = series.offerings.find(({ stored_state }) => stored_state !== 'closed')
  const closed = series.offerings.filter((offering) => offering !== current)
  const unitValue = series.series.unit_value?.preferred
  return (
    <Panel
      title="Offerings"
      note="Only one offering can be active at a time"
      aside={
        mayWrite &&
        !current && (
          <Button small aria-haspopup="dialog" onClick={() => setEdited({ series, offering: undefined })}>
            Add offering
          </Button>
        )
      }
    >
      {series.offerings.length === 0 && (
        <EmptyState title="No offerings">
          Add a draft offering. Investors can subscribe once it is opened and the offering period begins.
        </EmptyState>
      )}
      {current && (
        <OfferingTerms
          offering={current}
          unitValue={unitValue}
          actions={
            mayWrite && (
              <>
                <Button
                  look="quiet"
                  small
                  aria-haspopup="dialog"
                  onClick={() => setEdited({ series, offering: current })}
                >
                  Edit<span className="visually-hidden"> offering</span>
                </Button>
                {current.stored_state === 'draft' && (
                  <Button look="quiet" small aria-haspopup="dialog" onClick={() => setDiscarded(current)}>
                    Discard draft
                  </Button>
                )}
                {actionsOf(current).map((to) => (
                  <Button
                    key={to}
                    look={to === 'open' ? 'primary' : 'quiet'}
                    small
                    aria-haspopup="dialog"
                    onClick={() => setChange({ offering: current, to })}
                  >
                    {nameOf({ offering: current, to })}
                  </Button>
                ))}
              </>
            )
          }
        />
      )}
      {closed.length > 0 && (
        <details className="border-line border-t first:border-t-0" open={!current && closed.length === 1}>
          <summary className="cursor-pointer px-[22px] py-3.5 text-[0.9375rem] text-ink-2 max-sm:px-4">
            {closed.length === 1 ? '1 closed offering' : `${closed.length} closed offerings`}
          </summary>
          {closed.map((offering) => (
            <OfferingTerms key={offering.id} offering={offering} />
          ))}
        </details>
      )}
      <OfferingDialog target={edited} onClose={() => setEdited(undefined)} onSaved={onSaved} />
      <ConfirmDialog
        target={change}
        onClose={() => setChange(undefined)}
        title={change ? nameOf(change) : ''}
        action={change ? nameOf(change) : ''}
        busy={change ? changes[change.to].busy : ''}
        look={change?.to === 'closed' ? 'danger' : 'primary'}
        takesReason={change?.to !== 'paused'}
        run={({ offering: { id, updated_at }, to }, said) =>
          callAdminApi(adminSeries.updateOffering, {
            params: { id },
            body: { state: to, updated_at, ...said },
          })
        }
        onDone={({ to }) => onSaved(changes[to].done)}
        onOutdated={seriesDetail.refresh}
        failure="Failed to update offering"
        approval={
          change && {
            endpoint: adminSeries.updateOffering,
            isNeeded: change.to !== 'paused',
          }
        }
      >
        {(asked) => <Consequence change={asked} symbol={series.token.symbol} unitValue={unitValue} />}
      </ConfirmDialog>
      <ConfirmDialog
        target={discarded}
        onClose={() => setDiscarded(undefined)}
        title="Discard draft"
        action="Discard draft"
        busy="Discarding..."
        run={({ id }) => callAdminApi(adminSeries.deleteDraftOffering, { params: { id } })}
        onDone={() => onSaved('Draft discarded.')}
        onOutdated={seriesDetail.refresh}
        failure="Failed to discard draft"
      >
        {({ id }) =>
          `Draft ${id} of ${series.token.symbol} will be deleted with its terms. It has not been visible to investors. This action cannot be undone.`
        }
      </ConfirmDialog>
    </Panel>
  )
}

/** The states that can be set now. A draft is discarded rather than closed because it was never public. */
function actionsOf({ stored_state }: AdminOffering): Change['to'][] {
  if (stored_state === 'draft') return ['open']
  return stored_state === 'open' ? ['paused', 'closed'] : ['open', 'closed']
}

interface ConsequenceProps {
  change: Change
  symbol: string
  unitValue: string | undefined
}

function Consequence({ change: { offering, to }, symbol, unitValue }: ConsequenceProps) {
  if (to === 'paused') {
    return `Investors cannot subscribe for ${symbol} until the offering is resumed. Existing subscriptions are not affected.`
  }
  if (to === 'closed') {
    return `Investors can no longer subscribe for ${symbol}, and this offering cannot be reopened. Existing subscriptions continue; those not decided within 30 days expire.`
  }
  return (
    <>
      Investors can subscribe for <strong className="font-medium">{symbol}</strong> at{' '}
      {formatMoney(offering.unit_price)} per unit, from {formatMoney(offering.minimum)} to{' '}
      {formatMoney(offering.maximum)} each and up to {formatUnits(offering.cap_units)} units in total, from{' '}
      <AdminDateTime instant={offering.opens_at} /> to <AdminDateTime instant={offering.closes_at} />. Once
      opened, only the closing date and the terms text can be changed.
      <PriceAgainstValue price={offering.unit_price} unitValue={unitValue} />
    </>
  )
}

/** Both figures before an offering opens, in red if they differ enough to need a second administrator. */
function PriceAgainstValue({ price, unitValue }: { price: string; unitValue: string | undefined }) {
  const compared = formatPriceComparison(price, unitValue)
  if (unitValue === undefined || compared === undefined) return null
  const isFar = isFarFromValue(price, unitValue)
  return (
    <span className={`mt-3 block ${isFar ? 'font-medium text-loss' : ''}`}>
      Price {formatMoney(price)}, unit value {formatMoney(unitValue)}: {compared}.
    </span>
  )
}
