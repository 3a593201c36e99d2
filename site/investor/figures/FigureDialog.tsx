import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Figure, FigureName } from '#contract/figures'
import { dataOf } from '#core/query/remote'
import type { Period } from '#shared/enums/portfolios'
import { figureTitles, isPlainFigure } from '#shared/figure-titles'
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

/** Of one holding or its category, before its symbol. */
const holdingTitles: Partial<Record<string, string>> = {
  holding: 'Value of',
  units: 'Units of',
  unit_value: 'Unit value of',
  cost: 'Cost of',
  gain: 'Gain of',
  gain_percent: 'Gain in percent of',
  share: 'Share of',
  category: 'Category of',
  category_share: 'Share of the category of',
}

function titleOf(name: FigureName): string {
  const [kind = '', symbol = ''] = name.split(':')
  return isPlainFigure(name) ? figureTitles[name] : `${holdingTitles[kind] ?? ''} ${symbol}`.trim()
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
      title={titleOf(name)}
    >
      {open && (
        <>
          {measured.includes(name) && (
            <div className="mb-5">
              <PeriodChoice label="Period of the figure" value={period} onChoose={setPeriod} />
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
  /** After a link was followed: it may lead to another part of the same page. */
  onFollow: () => void
}

function Opened({ name, period, onFollow }: OpenedProps) {
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
        <FigureContent figure={figure} onFollow={onFollow} />
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
