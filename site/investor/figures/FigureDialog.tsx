import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Figure, FigureName } from '#contract/figures'
import { dataOf } from '#core/query/remote'
import type { Period } from '#shared/enums/portfolios'
import { NativeDialog } from '#ui/NativeDialog'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { FigureContent } from './FigureContent.tsx'
import { $figure, refreshFigure, showFigure } from './figure-query.ts'
import { PeriodChoice } from './PeriodChoice.tsx'

interface FigureDialogProps {
  name: FigureName
  /** The period shown first. */
  period: Period | undefined
  open: boolean
  onClose: () => void
}

const titles: Record<string, string> = {
  value: 'Total Portfolio Value',
  deposited: 'Deposited',
  withdrawn: 'Withdrawn',
  gains: 'Total Gains',
  cash: 'Cash',
  performance: 'Total return',
  active: 'Active Investments',
  time_weighted: 'Time-weighted return',
  money_weighted: 'Money-weighted return',
}

/** Figures that are measured over a period. The others are of now. */
const measured: readonly string[] = ['deposited', 'withdrawn', 'gains', 'time_weighted', 'money_weighted']

/** One figure with everything it is made of. Outside of the text that opens it, whose look it does not inherit. */
export function FigureDialog({ name, period: first = 'All', open, onClose }: FigureDialogProps) {
  const [period, setPeriod] = useState<Period>(first)
  useEffect(() => showFigure(open ? name : undefined, period), [name, open, period])
  return createPortal(
    <NativeDialog
      open={open}
      onClose={onClose}
      size="wide"
      kicker="How this figure is made"
      title={titles[name] ?? `Holding of ${name.slice('holding:'.length)}`}
    >
      {open && (
        <>
          {measured.includes(name) && (
            <div className="mb-5">
              <PeriodChoice label="Period of the figure" value={period} onChoose={setPeriod} />
            </div>
          )}
          <Opened name={name} period={period} />
        </>
      )}
    </NativeDialog>,
    document.body,
  )
}

const isAsked = (figure: Figure | undefined, name: string, period: Period): figure is Figure =>
  figure?.name === name && figure.period === period

function Opened({ name, period }: { name: string; period: Period }) {
  const view = useStore($figure)
  const figure = dataOf(view)
  return (
    <>
      <RemoteFailure
        view={view}
        failure="The figure could not be loaded"
        onRetry={() => void refreshFigure()}
        last={figure && 'What you see is older.'}
      />
      {isAsked(figure, name, period) ? (
        <FigureContent figure={figure} />
      ) : (
        view.status !== 'failed' && <Loading />
      )}
    </>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading the figure...</span>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="mt-6 h-16" />
      <Skeleton className="mt-6 h-48" />
    </div>
  )
}
