import type { ApprovalRequestDetail } from '#contract/approvals'
import { formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { DescriptionList } from '#site/admin/detail/DescriptionList.tsx'
import { Email } from '#ui/Email'

/** The email addresses of a disputed account, and what whoever receives the account will control. */
export function DisputedEmailNotice({
  of: { former_email, present_email, cash, holdings },
}: {
  of: NonNullable<ApprovalRequestDetail['email_dispute']>
}) {
  return (
    <DescriptionList
      of={[
        ['Current address', <Email key="present" of={present_email} />],
        ['Previous address', <Email key="former" of={former_email} />],
        ['Cash balance', cash === null ? '' : formatMoney(cash)],
        ['Units', holdings.map(({ symbol, units }) => `${formatUnits(units)} ${symbol}`).join(', ')],
      ]}
    />
  )
}
