/** A token in the form. */
import type { TokenBody } from '#contract/admin-tokens'
import type { Token } from '#contract/tokens'
import type { FieldErrors } from '#core/form/form'
import type { RowForm } from '#core/form/row-form'

/** The values of the form. */
export type Draft = Omit<TokenBody, 'is_active'>

export const emptyDraft: Draft = {
  symbol: '',
  name: '',
  category: '',
  location: '',
  description: '',
  icon: '',
  icon_type: 'lucide',
  icon_url: '',
  color: 'Gold',
}

export const draftOf = ({
  symbol,
  name,
  category,
  location,
  description,
  icon,
  icon_type,
  icon_url,
  color,
}: Token): Draft => ({
  symbol,
  name,
  category,
  location,
  description,
  icon,
  icon_type,
  icon_url,
  color: color as Draft['color'],
})

/** The form of a token, as its parts get it. */
export type DraftForm = RowForm<Draft, Token>

/** The labels of the form's fields. */
export const draftLabels: Partial<Record<keyof Draft, string>> = {
  symbol: 'Symbol',
  name: 'Name',
  category: 'Category',
  location: 'Location',
  description: 'Description',
  icon: 'Icon',
  color: 'Colour scheme',
}

/** The missing fields: all are required. */
export function checkDraft(draft: Draft): FieldErrors<Draft> {
  const missing = Object.entries(draftLabels).filter(([field]) => draft[field as keyof Draft].trim() === '')
  return Object.fromEntries(missing.map(([field, label]) => [field, `${label} is required`]))
}
