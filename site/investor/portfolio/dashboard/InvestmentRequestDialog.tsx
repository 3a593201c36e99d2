import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { NetworkError } from '#core/api/call-errors'
import { getSubscribePath } from '#core/format/series-paths'
import { getSeriesStore } from '#core/query/catalog/series'
import { $tokenRequest, dismissRequest, requestInvestment } from '#core/query/portfolio/token-request'
import { getData } from '#core/query/remote'
import { isSeriesCode, toSeriesCode } from '#shared/series-code'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { NativeDialog } from '#ui/NativeDialog'

/** A request's result is shown once and does not return with the tab. A request in flight is shown when it is done. */
function useShownOnce() {
  useEffect(() => dismissRequest, [])
}

/** The result of selecting a token. It confirms a request only after the server has stored it. */
export function InvestmentRequestDialog() {
  const { values: token, status } = useStore($tokenRequest)
  // Retried from this dialog, which then stays open; a first request is sent from the picker.
  const [isRepeated, setRepeated] = useState(false)
  useShownOnce()
  // The focused button disappears once a retried request is saved.
  const content = useRestoredFocus<HTMLDivElement>()
  const saved = status.name === 'saved'
  const hasResponse = status.name === 'failed' && !(status.error instanceof NetworkError)
  const close = () => {
    setRepeated(false)
    dismissRequest()
  }
  return (
    <NativeDialog
      open={saved || status.name === 'failed' || (status.name === 'saving' && isRepeated)}
      onClose={close}
      title={saved ? 'Investment Request Submitted' : 'Request not saved'}
      kicker={token.symbol}
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        {saved ? (
          <>
            <p className="text-[1.0625rem] font-medium">Your investment inquiry has been received</p>
            <p className="mt-3 text-ink-2">
              Our investment team will contact you within 24 hours about {token.name}. This is not a
              commitment, and nothing has been charged.
            </p>
          </>
        ) : (
          <>
            <p className="text-[1.0625rem] font-medium">
              {hasResponse ? 'Your request was not accepted' : 'We may not have received your request'}
            </p>
            <p className="mt-3 text-ink-2">
              {status.name === 'failed' ? status.message : 'Sending it again.'}{' '}
              {status.name === 'failed' &&
                !hasResponse &&
                'You can safely send it again: you can have only one open request.'}
            </p>
          </>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {saved && isSeriesCode(toSeriesCode(token.symbol)) && <AddAmount symbol={token.symbol} />}
          {!saved && (
            <Button
              onClick={() => {
                setRepeated(true)
                void requestInvestment(token)
              }}
              busy={status.name === 'saving' && 'Saving...'}
            >
              Try again
            </Button>
          )}
          <Button look={saved ? 'primary' : 'quiet'} onClick={close}>
            Close
          </Button>
        </div>
      </div>
    </NativeDialog>
  )
}

/** Links to a subscription with an amount if the series has an open offering. */
function AddAmount({ symbol }: { symbol: string }) {
  const series = getData(useStore(getSeriesStore(toSeriesCode(symbol)).$view))
  if (series?.offering?.state !== 'open') return null
  return (
    <Link className="button button-quiet" to={getSubscribePath(symbol)}>
      Subscribe with an amount
    </Link>
  )
}
