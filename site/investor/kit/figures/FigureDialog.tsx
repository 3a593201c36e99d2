import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Figure, FigureName } from '#contract/portfolio/figures'
import { getData } from '#core/query/remote'
import type { Period } from '#shared/enums/portfolios'
import { figureTitles, isPortfolioFigure } from '#shared/figure-titles'
import { NativeDialog } from '#ui/NativeDialog'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { FigureDetails } from './FigureDetails.tsx'
import { $figure, openFigure, refreshFigure } from './figure-query.ts'
import { PeriodSelect } from './PeriodSelect.tsx'

interface FigureDialogProps {
  name: FigureName
  /** The initial period. */
  period: Period | undefined
  open: boolean
  onClose: () => void
}

/** For one holding or its category, before its symbol. */
const holdingTitles: Partial<Record<string, string>> = {
  holding: 'Value:',
  units: 'Units:',
  unit_value: 'Unit value:',
  cost: 'Cost basis:',
  gain: 'Unrealized gain:',
  gain_percent: 'Unrealized gain (%):',
  share: 'Portfolio weight:',
  category: 'Category value:',
  category_share: 'Category weight:',
}

function titleOf(name: FigureName): string {
  const [kind = '', symbol = ''] = name.split(':')
  return isPortfolioFigure(name) ? figureTitles[name] : `${holdingTitles[kind] ?? ''} ${symbol}`.trim()
}

/** Figures measured over a period. The others are current. */
const measured: readonly string[] = ['deposited', 'withdrawn', 'gains', 'time_weighted', 'money_weighted']

/**
 * One figure with everything it is made of. Rendered outside the text that opens it, so as not to inherit its style.
 */
export function FigureDialog({ name, period: first = 'All', open, onClose }: FigureDialogProps) {
  const [period, setPeriod] = useState<Period>(first)
  useEffect(() => openFigure(open ? name : undefined, period), [name, open, period])
  return createPortal(
    <NativeDialog
      open={open}
      onClose={onClose}
      size="wide"
      kicker="How this figure is calculated"
      title={titleOf(name)}
    >
      {open && (
        <>
          {measured.includes(name) && (
            <div className="mb-5">
              <PeriodSelect label="Period" value={period} onChoose={setPeriod} />
            </div>
          )}
          <Opened name={name} period={period} onFollow={onClose} />
        </>
      )}
    </NativeDialog>,
    document.body,
  )
}

const isAsked = (figure: Figure | undefined, name: string, period: Period): figure is Figure =>
  figure?.name === name && figure.period === period

interface OpenedProps {
  name: string
  period: Period
  /** After following a link, which may lead to another part of the same page. */
  onFollow: () => void
}

function Opened({ name, period, onFollow }: OpenedProps) {
  const view = useStore($figure)
  const figure = getData(view)
  return (
    <>
      <RemoteError
        view={view}
        failure="The figure could not be loaded"
        onRetry={() => void refreshFigure()}
        last={figure && 'Showing the last figure loaded.'}
      />
      {isAsked(figure, name, period) ? (
        <FigureDetails figure={figure} onFollow={onFollow} />
      ) : (
        view.status !== 'failed' && <Loading />
      )}
    </>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading figure...</span>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="mt-6 h-16" />
      <Skeleton className="mt-6 h-48" />
    </div>
  )
}
