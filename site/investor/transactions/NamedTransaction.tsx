import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { explainLoad } from '#core/api/failures'
import { dataOf } from '#core/query/remote'
import { isMissing } from '#site/investor/Missing.tsx'
import { EmptyState } from '#ui/EmptyState'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { TransactionDialog } from './TransactionDialog.tsx'
import { transactionOf } from './transactions.ts'

/** Largest number of a transaction. */
const ID_MAX = 2_147_483_647

/** The transaction that the address names: `?open=1204`. Links of other pages and notifications lead to it. */
export function NamedTransaction() {
  const [address, setAddress] = useSearchParams()
  const given = address.get('open') ?? ''
  const id = /^[1-9]\d{0,9}$/.test(given) && Number(given) <= ID_MAX ? Number(given) : undefined
  // The content stays while the dialog closes.
  const last = useRef(id)
  if (id !== undefined) last.current = id
  if (last.current === undefined) return null
  const close = () =>
    setAddress(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete('open')
        return rest
      },
      { replace: true, preventScrollReset: true },
    )
  return <Named key={last.current} id={last.current} isOpen={id !== undefined} onClose={close} />
}

function Named({ id, isOpen, onClose }: { id: number; isOpen: boolean; onClose: () => void }) {
  const { $view, refresh } = transactionOf(id)
  const view = useStore($view)
  return (
    <TransactionDialog open={isOpen} transaction={dataOf(view)} onClose={onClose}>
      {isMissing(view) ? (
        <EmptyState title="You have no such transaction">
          <p>Your transactions are listed behind this dialog.</p>
        </EmptyState>
      ) : view.status === 'failed' ? (
        <RemoteFailure
          view={view}
          failure={explainLoad('The transaction could not be loaded')}
          onRetry={refresh}
        />
      ) : (
        <div role="status">
          <span className="visually-hidden">Loading the transaction...</span>
          {Array.from({ length: 6 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of placeholders
            <Skeleton key={at} className="my-4 h-5 w-full" />
          ))}
        </div>
      )}
    </TransactionDialog>
  )
}
