import { useState } from 'react'
import { Button } from '#ui/Button'

interface RecoveryCodesLeftProps {
  /** Codes that were not used. */
  left: number
  /** Nobody has said that they are kept. */
  isUnkept: boolean
  isBusy: boolean
  onReplace: () => void
}

/** How many recovery codes are left, and new ones in their place; asked twice while there are codes that are kept. */
export function RecoveryCodesLeft({ left, isUnkept, isBusy, onReplace }: RecoveryCodesLeftProps) {
  const [isAsked, setAsked] = useState(false)
  const replace = () => {
    setAsked(false)
    onReplace()
  }
  const busy = isBusy && 'One moment...'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-line border-t px-[22px] py-4 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">Recovery codes</p>
        <p className={`text-[0.875rem] ${left < 3 || isUnkept ? 'text-warn' : 'text-ink-2'}`}>
          {left === 0
            ? 'There are none. Make some now: without them a lost device locks you out.'
            : isUnkept
              ? 'You have not said that you kept them. They are not shown again: make new ones and keep those.'
              : `${left} of 10 left, each for one sign-in when your device is lost.`}
        </p>
      </div>
      {isAsked ? (
        <span className="flex flex-wrap items-center gap-2">
          <Button look="danger" small onClick={replace}>
            End the {left} codes and make new ones
          </Button>
          <Button look="quiet" small onClick={() => setAsked(false)}>
            Keep them
          </Button>
        </span>
      ) : (
        <Button
          look="quiet"
          small
          busy={busy}
          onClick={left > 0 && !isUnkept ? () => setAsked(true) : replace}
        >
          Make new recovery codes
        </Button>
      )}
    </div>
  )
}
