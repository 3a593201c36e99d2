import { useState } from 'react'
import { type AdminOffering, adminSeries } from '#contract/admin-series'
import { callAdmin } from '#core/api/admin-api'
import { formatMoney } from '#core/format/format'
import { compareWithValue, isFarFromValue } from '#core/format/price-against-value'
import { formatUnits } from '#core/format/units'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { type EditedOffering, OfferingDialog } from './OfferingDialog.tsx'
import { OfferingTerms } from './OfferingTerms.tsx'
import { type PartProps, seriesDetail } from './series.ts'

interface Change {
  offering: AdminOffering
  to: 'open' | 'paused' | 'closed'
}

const changes = {
  open: {
    action: 'Open offering',
    resumed: 'Resume offering',
    busy: 'Opening...',
    done: 'The offering is open.',
  },
  paused: { action: 'Pause offering', resumed: '', busy: 'Pausing...', done: 'The offering is paused.' },
  closed: { action: 'Close offering', resumed: '', busy: 'Closing...', done: 'The offering is closed.' },
}

const nameOf = ({ offering, to }: Change): string =>
  to === 'open' && offering.stored_state === 'paused' ? changes.open.resumed : changes[to].action

/** The offerings of a series: the one that counts with its actions, and the closed ones. */
export function Offerings({ of, onStored }: PartProps) {
  const [edited, setEdited] = useState<EditedOffering>()
  const [change, setChange] = useState<Change>()
  const [discarded, setDiscarded] = useState<AdminOffering>()
  const mayWrite = useMay()('money')
  const current = of.offerings.find(({ stored_state }) => stored_state !== 'closed')
  const closed = of.offerings.filter((offering) => offering !== current)
  const unitValue = of.series.unit_value?.preferred
  return (
    <Panel
      title="Offerings"
      note="A series has one offering at a time that is not closed"
      aside={
        mayWrite &&
        !current && (
          <Button small aria-haspopup="dialog" onClick={() => setEdited({ series: of, offering: undefined })}>
            Add offering
          </Button>
        )
      }
    >
      {of.offerings.length === 0 && (
        <EmptyState title="No offering">
          Add one as a draft. Investors can subscribe once it is opened and its first day has come.
        </EmptyState>
      )}
      {current && (
        <OfferingTerms
          of={current}
          unitValue={unitValue}
          actions={
            mayWrite && (
              <>
                <Button
                  look="quiet"
                  small
                  aria-haspopup="dialog"
                  onClick={() => setEdited({ series: of, offering: current })}
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
            <OfferingTerms key={offering.id} of={offering} />
          ))}
        </details>
      )}
      <OfferingDialog of={edited} onClose={() => setEdited(undefined)} onStored={onStored} />
      <ConfirmDialog
        of={change}
        onClose={() => setChange(undefined)}
        title={change ? nameOf(change) : ''}
        action={change ? nameOf(change) : ''}
        busy={change ? changes[change.to].busy : ''}
        look={change?.to === 'closed' ? 'danger' : 'primary'}
        takesReason={change?.to === 'open'}
        run={({ offering: { id, updated_at }, to }, said) =>
          callAdmin(adminSeries.updateOffering, { params: { id }, body: { state: to, updated_at, ...said } })
        }
        onDone={({ to }) => onStored(changes[to].done)}
        onOutdated={seriesDetail.refresh}
        failure="Failed to change the offering"
        approval={
          change && {
            endpoint: adminSeries.updateOffering,
            isNeeded:
              change.to === 'open' &&
              unitValue !== undefined &&
              isFarFromValue(change.offering.unit_price, unitValue),
          }
        }
      >
        {(asked) => <Consequence of={asked} symbol={of.token.symbol} unitValue={unitValue} />}
      </ConfirmDialog>
      <ConfirmDialog
        of={discarded}
        onClose={() => setDiscarded(undefined)}
        title="Discard draft"
        action="Discard draft"
        busy="Discarding..."
        run={({ id }) => callAdmin(adminSeries.discardOffering, { params: { id } })}
        onDone={() => onStored('The draft is discarded.')}
        onOutdated={seriesDetail.refresh}
        failure="Failed to discard the draft"
      >
        {({ id }) =>
          `This deletes draft ${id} of ${of.token.symbol} with its terms. No investor has seen it. This action cannot be undone.`
        }
      </ConfirmDialog>
    </Panel>
  )
}

/** The states that the desk can set now. A draft is discarded rather than closed: it was never public. */
function actionsOf({ stored_state }: AdminOffering): Change['to'][] {
  if (stored_state === 'draft') return ['open']
  return stored_state === 'open' ? ['paused', 'closed'] : ['open', 'closed']
}

interface ConsequenceProps {
  of: Change
  symbol: string
  unitValue: string | undefined
}

function Consequence({ of: { offering, to }, symbol, unitValue }: ConsequenceProps) {
  if (to === 'paused') {
    return `Nobody can subscribe for ${symbol} until the offering is resumed. Submitted subscriptions go on.`
  }
  if (to === 'closed') {
    return `Nobody can subscribe for ${symbol} any more, and this offering cannot be opened again. Submitted subscriptions go on; those that are not decided within 30 days expire.`
  }
  return (
    <>
      Investors can subscribe for <strong className="font-medium">{symbol}</strong> at{' '}
      {formatMoney(offering.unit_price)} a unit, from {formatMoney(offering.minimum)} to{' '}
      {formatMoney(offering.maximum)}, up to {formatUnits(offering.cap_units)} units in all: from{' '}
      <Moment instant={offering.opens_at} /> until <Moment instant={offering.closes_at} />. From then on only
      the end and the text of the terms can be changed.
      <PriceAgainstValue price={offering.unit_price} unitValue={unitValue} />
    </>
  )
}

/** Both figures before an offering opens, in red where they are so far apart that a second administrator approves. */
function PriceAgainstValue({ price, unitValue }: { price: string; unitValue: string | undefined }) {
  const compared = compareWithValue(price, unitValue)
  if (unitValue === undefined || compared === undefined) return null
  const isFar = isFarFromValue(price, unitValue)
  return (
    <span className={`mt-3 block ${isFar ? 'font-medium text-loss' : ''}`}>
      Price {formatMoney(price)}, unit value {formatMoney(unitValue)}: {compared}.
    </span>
  )
}
