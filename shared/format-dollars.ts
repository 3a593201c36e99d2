const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const stripped = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** An amount in US dollars with cents, such as `$1,234.50`. Exact, because the format takes a decimal string. */
export const formatDollars = (amount: string): string => cents.format(amount as Intl.StringNumericLiteral)

/** The same without cents for whole dollars, such as `$10,000`. */
export const formatWholeDollars = (amount: string): string =>
  stripped.format(amount as Intl.StringNumericLiteral)
