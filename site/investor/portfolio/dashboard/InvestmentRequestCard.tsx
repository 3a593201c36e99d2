import { useStore } from '@nanostores/react'
import type { InvestmentRequest } from '#contract/portfolio/portfolio'
import { $tokens } from '#core/query/catalog/tokens'
import { getData } from '#core/query/remote'
import { DecisionReason } from '#site/investor/kit/DecisionReason.tsx'
import { getNewTicketUrl } from '#site/investor/kit/new-ticket-url.ts'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { Badge } from '#ui/Badge'
import { Button, LinkButton } from '#ui/Button'
import { TokenIcon } from '#ui/TokenIcon'
import { investmentSectionIds } from './section-ids.ts'
import { fallbackTokenIcon } from './unknown-token.ts'

/** Days for which a rejection is shown. */
const REJECTED_DAYS = 30
const DAY_MS = 86_400_000

const isShown = ({ decided_at }: InvestmentRequest) =>
  decided_at === null || Date.now() - Date.parse(decided_at) < REJECTED_DAYS * DAY_MS

interface RequestCardProps {
  request: InvestmentRequest
  onPick: () => void
}

/** The token an investor has requested, until the investment team has decided, or its rejection. */
export function InvestmentRequestCard({ request, onPick }: RequestCardProps) {
  const { symbol, state, requested_at, decided_at, reason } = request
  const token = getData(useStore($tokens))?.data.find((each) => each.symbol === symbol)
  if (!isShown(request)) return null
  const isPending = state === 'pending'
  const since = isPending ? requested_at : decided_at
  return (
    <section
      id={investmentSectionIds.request}
      className="panel sheet-corners flex flex-wrap items-start gap-x-5 gap-y-4 px-[22px] py-5 max-sm:px-4"
      aria-label={isPending ? 'Pending investment' : 'Rejected request'}
    >
      <TokenIcon token={token ?? fallbackTokenIcon} />
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
            ? 'The investment team has your request and aims to contact you within 24 hours. You will be notified of the decision. Choosing another token replaces this request.'
            : 'Your request was not approved. Nothing was charged. You can choose another token at any time.'}
        </p>
        {reason && <DecisionReason>{reason}</DecisionReason>}
      </div>
      {isPending ? (
        <Button look="quiet" small onClick={onPick} aria-haspopup="dialog">
          Choose another token
        </Button>
      ) : (
        <LinkButton look="quiet" small href={getNewTicketUrl(`Request for ${request.symbol}`)}>
          Contact the investment team
        </LinkButton>
      )}
    </section>
  )
}
