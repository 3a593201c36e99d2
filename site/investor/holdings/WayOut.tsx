import { Link } from 'react-router'
import { writeToUs } from '#site/investor/support/write-to-us.ts'

const look = 'text-accent-text underline decoration-1 underline-offset-4'

/** How units and cash are paid out: by a message to the team, with its subject filled in. */
export function WayOut({ symbol }: { symbol?: string }) {
  return (
    <p className="text-[0.875rem] text-ink-2 print:hidden">
      To redeem units,{' '}
      <Link
        className={look}
        to={writeToUs(symbol ? `Redemption of units of ${symbol}` : 'Redemption of units', 'investment')}
      >
        write to the investment team
      </Link>
      : the documents of the series say when it redeems units and what it pays.
      {!symbol && (
        <>
          {' '}
          To withdraw cash,{' '}
          <Link className={look} to={writeToUs('Withdrawal of cash', 'investment')}>
            ask for a withdrawal
          </Link>
          .
        </>
      )}
    </p>
  )
}
