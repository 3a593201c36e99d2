/** The effect of a booking on the cash of investors, before it is made. */
import { CASH_CHANGES_MAX, type CashEffect, type CashPreview } from '#contract/cash/overdraft'
import { listUserNames } from '#modules/identity/accounts/investor-names'
import { toDecimal } from '#shared/calculations/decimal'
import { getCashByUser, isOverdrawn } from './cash-guard.ts'

/** What is added to an investor's cash. */
export interface CashMove {
  user_id: number
  balance: string
  reserved?: string
}

/** The effect of these moves on the current cash: overdrawn ones first, then in their order. */
export async function previewCash(moves: readonly CashMove[]): Promise<CashPreview> {
  const moving = moves.filter(
    ({ balance, reserved = '0' }) => Number(balance) !== 0 || Number(reserved) !== 0,
  )
  const present = await getCashByUser(moving.map(({ user_id }) => user_id))
  const effects = moving.flatMap(({ user_id, ...added }) => {
    const now = present.get(user_id)
    if (!now) return []
    const balance = toDecimal(now.balance).plus(added.balance).toFixed(2)
    const available = toDecimal(balance)
      .minus(now.reserved)
      .minus(added.reserved ?? '0')
      .toFixed(2)
    const isShort = isOverdrawn(now, { balance, available })
    return [{ isShort, user_id, ...now, balance_after: balance, available_after: available }]
  })
  const short = effects.filter(({ isShort }) => isShort)
  const shown = [...short, ...effects.filter(({ isShort }) => !isShort)].slice(0, CASH_CHANGES_MAX)
  const names = await listUserNames(shown.map(({ user_id }) => user_id))
  return {
    cash: shown.map(
      ({ isShort: _, ...effect }): CashEffect => ({ ...effect, name: names.get(effect.user_id) ?? '' }),
    ),
    investors: effects.length,
    overdrawn: short.length,
  }
}
