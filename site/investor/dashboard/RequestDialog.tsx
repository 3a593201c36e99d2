import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { NetworkFailure } from '#core/api/problems'
import { subscribePath } from '#core/format/series-paths'
import { dataOf } from '#core/query/remote'
import { seriesOf } from '#core/query/series'
import { $tokenRequest, dismissRequest, requestToken } from '#core/query/token-request'
import { codeOf, isSeriesCode } from '#shared/series-code'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { NativeDialog } from '#ui/NativeDialog'

/**
 * The result of a request is shown once: it does not return with the tab. A request in flight is shown when it is
 * done.
 */
function useShownOnce() {
  useEffect(() => dismissRequest, [])
}

/** The result of the choice of a token. It confirms a request only after the server has stored it. */
export function RequestDialog() {
  const { values: token, status } = useStore($tokenRequest)
  // Repeated from this dialog, which then stays open; a first request is sent from the picker.
  const [isRepeated, setRepeated] = useState(false)
  useShownOnce()
  // The focused button goes once a repeated request is saved.
  const content = useRestoredFocus<HTMLDivElement>()
  const saved = status.name === 'saved'
  const hasResponse = status.name === 'failed' && !(status.error instanceof NetworkFailure)
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
              Our investment team will contact you within 24 hours about {token.name}. Nothing has been bought
              or charged.
            </p>
          </>
        ) : (
          <>
            <p className="text-[1.0625rem] font-medium">
              {hasResponse ? 'Your choice was not accepted' : 'Your choice may not have reached us'}
            </p>
            <p className="mt-3 text-ink-2">
              {status.name === 'failed' ? status.message : 'It is being sent again.'}{' '}
              {status.name === 'failed' &&
                !hasResponse &&
                'Sending it again does no harm: there is one request at a time.'}
            </p>
          </>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {saved && isSeriesCode(codeOf(token.symbol)) && <AddAmount symbol={token.symbol} />}
          {!saved && (
            <Button
              onClick={() => {
                setRepeated(true)
                void requestToken(token)
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

/** Leads to a subscription with an amount, where the series has an open offering. */
function AddAmount({ symbol }: { symbol: string }) {
  const series = dataOf(useStore(seriesOf(codeOf(symbol)).$view))
  if (series?.offering?.state !== 'open') return null
  return (
    <Link className="button button-quiet" to={subscribePath(symbol)}>
      Add an amount
    </Link>
  )
}
