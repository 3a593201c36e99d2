import { Link } from 'react-router'
import { getNewTicketUrl } from '#site/investor/kit/new-ticket-url.ts'

const look = 'text-accent-text underline decoration-1 underline-offset-4'

/** How units and cash are paid out: through a message to the team with a prefilled subject. */
export function ExitOptions({ symbol }: { symbol?: string }) {
  return (
    <p className="text-[0.875rem] text-ink-2 print:hidden">
      To redeem units,{' '}
      <Link
        className={look}
        to={getNewTicketUrl(
          symbol ? `Redemption of units of ${symbol}` : 'Redemption of units',
          'investment',
        )}
      >
        contact the investment team
      </Link>
      . The series documents set out redemption dates and prices.
      {!symbol && (
        <>
          {' '}
          To withdraw cash,{' '}
          <Link className={look} to={getNewTicketUrl('Withdrawal of cash', 'investment')}>
            request a withdrawal
          </Link>
          .
        </>
      )}
    </p>
  )
}
