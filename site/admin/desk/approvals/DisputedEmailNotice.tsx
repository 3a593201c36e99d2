import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import { formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'
import { Email } from '#ui/Email'

/** The email addresses of a disputed account, and what whoever receives the account will control. */
export function DisputedEmailNotice({
  dispute: { former_email, present_email, cash, holdings },
}: {
  dispute: NonNullable<ApprovalRequestDetail['email_dispute']>
}) {
  return (
    <DescriptionList
      items={[
        ['Current address', <Email key="present" address={present_email} />],
        ['Previous address', <Email key="former" address={former_email} />],
        ['Cash balance', cash === null ? '' : formatMoney(cash)],
        ['Units', holdings.map(({ symbol, units }) => `${formatUnits(units)} ${symbol}`).join(', ')],
      ]}
    />
  )
}
