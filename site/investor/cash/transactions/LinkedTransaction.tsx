import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { createLoadErrorMessage } from '#core/api/error-messages'
import { getData } from '#core/query/remote'
import { isNotFound } from '#site/investor/kit/ItemNotFound.tsx'
import { EmptyState } from '#ui/EmptyState'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { TransactionDialog } from './TransactionDialog.tsx'
import { getTransactionStore } from './transaction-store.ts'

/** Largest transaction number. */
const ID_MAX = 2_147_483_647

/** The transaction named in the URL: `?open=1204`. Other pages and notifications link to it. */
export function LinkedTransaction() {
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
  const { $view, refresh } = getTransactionStore(id)
  const view = useStore($view)
  return (
    <TransactionDialog open={isOpen} transaction={getData(view)} onClose={onClose}>
      {isNotFound(view) ? (
        <EmptyState title="Transaction not found">
          <p>Close this dialog to see your transactions.</p>
        </EmptyState>
      ) : view.status === 'failed' ? (
        <RemoteError
          view={view}
          failure={createLoadErrorMessage('The transaction could not be loaded')}
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
