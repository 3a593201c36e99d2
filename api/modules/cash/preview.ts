/** What a booking would do to the cash of investors, before anybody makes it. */
import { CASH_EFFECTS_MAX, type CashEffect, type CashPreview } from '#contract/overdraft'
import { readNames } from '#modules/users/names'
import { decimal } from '#shared/asset/decimal'
import { isOverdrawn, readCash } from './guard.ts'

/** What is added to the cash of an investor. */
export interface CashMove {
  user_id: number
  balance: string
  reserved?: string
}

/** What these moves would do to the cash as it is now: those that would be overdrawn first, then in their order. */
export async function previewCash(moves: readonly CashMove[]): Promise<CashPreview> {
  const moving = moves.filter(
    ({ balance, reserved = '0' }) => Number(balance) !== 0 || Number(reserved) !== 0,
  )
  const present = await readCash(moving.map(({ user_id }) => user_id))
  const effects = moving.flatMap(({ user_id, ...added }) => {
    const now = present.get(user_id)
    if (!now) return []
    const balance = decimal(now.balance).plus(added.balance).toFixed(2)
    const available = decimal(balance)
      .minus(now.reserved)
      .minus(added.reserved ?? '0')
      .toFixed(2)
    const isShort = isOverdrawn(now, { balance, available })
    return [{ isShort, user_id, ...now, balance_after: balance, available_after: available }]
  })
  const short = effects.filter(({ isShort }) => isShort)
  const shown = [...short, ...effects.filter(({ isShort }) => !isShort)].slice(0, CASH_EFFECTS_MAX)
  const names = await readNames(shown.map(({ user_id }) => user_id))
  return {
    cash: shown.map(
      ({ isShort: _, ...effect }): CashEffect => ({ ...effect, name: names.get(effect.user_id) ?? '' }),
    ),
    investors: effects.length,
    overdrawn: short.length,
  }
}
