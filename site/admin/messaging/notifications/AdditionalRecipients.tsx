import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { BULK_ROWS_MAX } from '#contract/admin-endpoint'
import { formatFullName } from '#shared/full-name'
import { InvestorPicker } from '#site/admin/kit/user-picker/InvestorPicker.tsx'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { closeIcon } from '#ui/icons/status'
import { $additionalRecipients, addRecipient, removeRecipient } from './recipients.ts'

/** Other investors who receive the same notification as the one selected above, who may still be loading. */
export function AdditionalRecipients({ chosen }: { chosen: number | undefined }) {
  const others = useStore($additionalRecipients)
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="grid gap-3">
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Additional recipients">
          {others.map((user) => (
            <li
              key={user.id}
              className="inline-flex max-w-full items-center gap-1 rounded border border-line-strong pl-3 text-[0.9375rem]"
            >
              <span className="min-w-0 truncate" title={user.email}>
                {formatFullName(user)}
              </span>
              <button
                type="button"
                className="grid size-9 flex-none cursor-pointer place-items-center text-ink-2 hover:text-ink"
                aria-label={`Remove ${formatFullName(user)}`}
                onClick={() => removeRecipient(user.id)}
              >
                <Icon path={closeIcon} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <InvestorPicker
          label="Additional investor"
          filter
          chosen={undefined}
          isLoading={false}
          onChoose={(user) => {
            if (user) addRecipient(user, chosen)
            setAdding(false)
          }}
        />
      ) : (
        others.length < BULK_ROWS_MAX - 1 && (
          <Button look="quiet" small className="justify-self-start" onClick={() => setAdding(true)}>
            Add another investor
          </Button>
        )
      )}
    </div>
  )
}
