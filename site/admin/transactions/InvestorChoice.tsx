import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import type { PickedUser } from '#site/admin/user-picker/user-search.ts'
import { Dialog } from '#ui/Dialog'

interface InvestorChoiceProps {
  open: boolean
  onClose: () => void
  onChoose: (user: PickedUser) => void
}

/** Asks whose ledger a new transaction goes to, before its form. */
export function InvestorChoice({ open, onClose, onChoose }: InvestorChoiceProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add transaction" kicker="Choose the investor first">
      <UserPicker
        label="Investor"
        chosen={undefined}
        startsFocused
        onChoose={(user) => user && onChoose(user)}
      />
    </Dialog>
  )
}
