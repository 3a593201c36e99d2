import { useStore } from '@nanostores/react'
import { dataOf } from '#core/query/remote'
import { $tokens } from '#core/query/tokens'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { TokenIcon } from '#ui/TokenIcon'
import { unknownToken } from './unknown-token.ts'

/** The token that an investor has requested, until the investment team has decided. */
export function PendingToken({ symbol, onPick }: { symbol: string; onPick: () => void }) {
  const token = dataOf(useStore($tokens))?.data.find((each) => each.symbol === symbol)
  return (
    <section
      className="panel sheet-corners flex flex-wrap items-center gap-x-5 gap-y-4 px-[22px] py-5 max-sm:px-4"
      aria-label="Pending investment"
    >
      <TokenIcon token={token ?? unknownToken} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="num font-medium wrap-anywhere">{symbol}</span>
          {token && <span className="text-ink-2 wrap-anywhere">{token.name}</span>}
          <Badge tone="warn">Pending</Badge>
        </p>
        <p className="mt-1 text-[0.9375rem] text-ink-2">
          Your request is with the investment team. Choosing another token replaces it.
        </p>
      </div>
      <Button look="quiet" small onClick={onPick} aria-haspopup="dialog">
        Choose another token
      </Button>
    </section>
  )
}
