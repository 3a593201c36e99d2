import { useStore } from '@nanostores/react'
import type { InvestmentRequest } from '#contract/portfolio'
import { dataOf } from '#core/query/remote'
import { $tokens } from '#core/query/tokens'
import { Reason } from '#site/investor/Reason.tsx'
import { DayDate } from '#site/investor/SiteDate.tsx'
import { writeToUs } from '#site/investor/support/write-to-us.ts'
import { Badge } from '#ui/Badge'
import { Button, LinkButton } from '#ui/Button'
import { TokenIcon } from '#ui/TokenIcon'
import { investmentParts } from './investment-parts.ts'
import { unknownToken } from './unknown-token.ts'

/** Days for which a rejection is shown. */
const REJECTED_DAYS = 30
const DAY_MS = 86_400_000

const isShown = ({ decided_at }: InvestmentRequest) =>
  decided_at === null || Date.now() - Date.parse(decided_at) < REJECTED_DAYS * DAY_MS

interface RequestCardProps {
  request: InvestmentRequest
  onPick: () => void
}

/** The token that an investor has requested, until the investment team has decided, and the decision against it. */
export function RequestCard({ request, onPick }: RequestCardProps) {
  const { symbol, state, requested_at, decided_at, reason } = request
  const token = dataOf(useStore($tokens))?.data.find((each) => each.symbol === symbol)
  if (!isShown(request)) return null
  const isPending = state === 'pending'
  const since = isPending ? requested_at : decided_at
  return (
    <section
      id={investmentParts.request}
      className="panel sheet-corners flex flex-wrap items-start gap-x-5 gap-y-4 px-[22px] py-5 max-sm:px-4"
      aria-label={isPending ? 'Pending investment' : 'Rejected request'}
    >
      <TokenIcon token={token ?? unknownToken} />
      <div className="min-w-0 flex-1 basis-[60%]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="num font-medium wrap-anywhere">{symbol}</span>
          {token && <span className="text-ink-2 wrap-anywhere">{token.name}</span>}
          <Badge tone={isPending ? 'warn' : 'neutral'}>{isPending ? 'Pending' : 'Not approved'}</Badge>
          {since && (
            <span className="text-[0.875rem] text-ink-3">
              {isPending ? 'requested' : 'decided'} <DayDate instant={since} />
            </span>
          )}
        </p>
        <p className="mt-1 text-[0.9375rem] text-ink-2">
          {isPending
            ? 'Your request is with the investment team, which aims to contact you within 24 hours. Its decision comes as a notification. Choosing another token replaces it.'
            : 'The investment team did not approve your request. Nothing was bought or charged. You can choose a token again at any time.'}
        </p>
        {reason && <Reason>{reason}</Reason>}
      </div>
      {isPending ? (
        <Button look="quiet" small onClick={onPick} aria-haspopup="dialog">
          Choose another token
        </Button>
      ) : (
        <LinkButton look="quiet" small href={writeToUs(`Request for ${request.symbol}`)}>
          Ask the investment team
        </LinkButton>
      )}
    </section>
  )
}
