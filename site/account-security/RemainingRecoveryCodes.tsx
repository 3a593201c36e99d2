import { useState } from 'react'
import { Button } from '#ui/Button'

interface RecoveryCodesLeftProps {
  /** Unused codes. */
  left: number
  /** No one has confirmed that they are saved. */
  isUnkept: boolean
  isBusy: boolean
  onReplace: () => void
}

/** How many recovery codes are left, and replacing them; asks for confirmation while there are saved codes. */
export function RemainingRecoveryCodes({ left, isUnkept, isBusy, onReplace }: RecoveryCodesLeftProps) {
  const [isAsked, setAsked] = useState(false)
  const replace = () => {
    setAsked(false)
    onReplace()
  }
  const busy = isBusy && 'Please wait...'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-line border-t px-[22px] py-4 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">Recovery codes</p>
        <p className={`text-[0.875rem] ${left < 3 || isUnkept ? 'text-warn' : 'text-ink-2'}`}>
          {left === 0
            ? 'You have no recovery codes. Generate a set now, so that you can still sign in if you lose your device.'
            : isUnkept
              ? 'You have not confirmed that you saved your codes. They cannot be shown again; generate a new set and save it.'
              : `${left} of 10 codes remaining. Each can be used once to sign in if you lose your device.`}
        </p>
      </div>
      {isAsked ? (
        <span className="flex flex-wrap items-center gap-2">
          <Button look="danger" small onClick={replace}>
            {left === 1 ? 'Replace the remaining code' : `Replace the ${left} remaining codes`}
          </Button>
          <Button look="quiet" small onClick={() => setAsked(false)}>
            Cancel
          </Button>
        </span>
      ) : (
        <Button
          look="quiet"
          small
          busy={busy}
          onClick={left > 0 && !isUnkept ? () => setAsked(true) : replace}
        >
          Generate new recovery codes
        </Button>
      )}
    </div>
  )
}
