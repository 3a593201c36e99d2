import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $tokenRequest, dismissRequest, requestToken, type TokenRequest } from '#core/query/token-request'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'

/** Whether a request has got as far as this dialog; before, the picker is still there. */
const isShown = (request: TokenRequest) =>
  request.status === 'saved' || request.status === 'failed' || (request.status === 'saving' && request.again)

/** What came of a request is told once: it does not come back with the tab. One on its way is told then. */
function useToldOnce() {
  useEffect(
    () => () => {
      if ($tokenRequest.get().status !== 'saving') dismissRequest()
    },
    [],
  )
}

/** What came of the choice of a token. It never says that a request was received that was not. */
export function RequestDialog() {
  const request = useStore($tokenRequest)
  useToldOnce()
  const saved = request.status === 'saved'
  return (
    <Dialog
      open={isShown(request)}
      onClose={dismissRequest}
      title={saved ? 'Investment Request Submitted' : 'Request not saved'}
      kicker={request.status === 'none' ? undefined : request.token.symbol}
    >
      {saved ? (
        <>
          <p className="text-[1.0625rem] font-medium">Your investment inquiry has been received</p>
          <p className="mt-3 text-ink-2">
            Our investment team will contact you within 24 hours about {request.token.name}. Nothing has been
            bought or charged.
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
    </Dialog>
  )
}
