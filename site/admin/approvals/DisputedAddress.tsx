import type { ApprovalDetail } from '#contract/approvals'
import { formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { Facts } from '#site/admin/detail/Facts.tsx'
import { Email } from '#ui/Email'

/** The addresses of a disputed account, and what whoever gets it has. */
export function DisputedAddress({
  of: { former_email, present_email, cash, holdings },
}: {
  of: NonNullable<ApprovalDetail['email_dispute']>
}) {
  return (
    <Facts
      of={[
        ['Present address', <Email key="present" of={present_email} />],
        ['Former address', <Email key="former" of={former_email} />],
        ['Cash', cash === null ? '' : formatMoney(cash)],
        ['Units', holdings.map(({ symbol, units }) => `${formatUnits(units)} ${symbol}`).join(', ')],
      ]}
    />
  )
}
