import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $tokenRequest, dismissRequest, requestToken, type TokenRequest } from '#core/query/token-request'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { NativeDialog } from '#ui/NativeDialog'

/** Whether the request is shown by this dialog; before that, the picker is still open. */
const isShown = (request: TokenRequest) =>
  request.status === 'saved' || request.status === 'failed' || (request.status === 'saving' && request.again)

/**
 * The result of a request is shown once: it does not return with the tab. A request in flight is shown when it is
 * done.
 */
function useShownOnce() {
  useEffect(
    () => () => {
      if ($tokenRequest.get().status !== 'saving') dismissRequest()
    },
    [],
  )
}

/** The result of the choice of a token. It confirms a request only after the server has stored it. */
export function RequestDialog() {
  const request = useStore($tokenRequest)
  useShownOnce()
  // The focused button goes once a repeated request is saved.
  const content = useRestoredFocus<HTMLDivElement>()
  const saved = request.status === 'saved'
  return (
    <NativeDialog
      open={isShown(request)}
      onClose={dismissRequest}
      title={saved ? 'Investment Request Submitted' : 'Request not saved'}
      kicker={request.status === 'none' ? undefined : request.token.symbol}
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        {saved ? (
          <>
            <p className="text-[1.0625rem] font-medium">Your investment inquiry has been received</p>
            <p className="mt-3 text-ink-2">
              Our investment team will contact you within 24 hours about {request.token.name}. Nothing has
              been bought or charged.
            </p>
          </>
        ) : (
          <>
            <p className="text-[1.0625rem] font-medium">
              {request.status === 'failed' && request.hasResponse
                ? 'Your choice was not accepted'
                : 'Your choice may not have reached us'}
            </p>
            <p className="mt-3 text-ink-2">
              {request.status === 'failed' ? request.reason : 'It is being sent again.'}{' '}
              {request.status === 'failed' &&
                !request.hasResponse &&
                'Sending it again does no harm: there is one request at a time.'}
            </p>
          </>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {!saved && request.status !== 'none' && (
            <Button
              onClick={() => requestToken(request.token)}
              busy={request.status === 'saving' && 'Saving...'}
            >
              Try again
            </Button>
          )}
          <Button look={saved ? 'primary' : 'quiet'} onClick={dismissRequest}>
            Close
          </Button>
        </div>
      </div>
    </NativeDialog>
  )
}
