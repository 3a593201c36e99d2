/** A token in the form. */
import type { TokenBody } from '#contract/catalog/admin-tokens'
import type { Token } from '#contract/catalog/tokens'
import type { FieldErrors } from '#core/form/form'
import type { RowForm } from '#core/form/row-form'

/** The values of the form. */
export type TokenFormValues = Omit<TokenBody, 'is_active'> & { reason: string }

export const emptyTokenForm: TokenFormValues = {
  symbol: '',
  name: '',
  category: '',
  location: '',
  description: '',
  icon: '',
  icon_type: 'lucide',
  icon_url: '',
  color: 'Gold',
  reason: '',
}

export const toTokenFormValues = ({
  symbol,
  name,
  category,
  location,
  description,
  icon,
  icon_type,
  icon_url,
  color,
}: Token): TokenFormValues => ({
  symbol,
  name,
  category,
  location,
  description,
  icon,
  icon_type,
  icon_url,
  color: color as TokenFormValues['color'],
  reason: '',
})

/** The form of a token, as passed to its parts. */
export type TokenForm = RowForm<TokenFormValues, Token>

/** The labels of the form's fields. */
export const tokenFieldLabels: Partial<Record<keyof TokenFormValues, string>> = {
  symbol: 'Symbol',
  name: 'Name',
  category: 'Category',
  location: 'Location',
  description: 'Description',
  icon: 'Icon',
  color: 'Color scheme',
}

/** The missing fields; all are required. */
export function validateToken(draft: TokenFormValues): FieldErrors<TokenFormValues> {
  const missing = Object.entries(tokenFieldLabels).filter(
    ([field]) => draft[field as keyof TokenFormValues].trim() === '',
  )
  return Object.fromEntries(missing.map(([field, label]) => [field, `${label} is required`]))
}
