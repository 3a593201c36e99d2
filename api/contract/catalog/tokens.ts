import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get } from '#contract/endpoint'
import { Id, StringEnum, Timestamp } from '#contract/schema-builders'
import { iconTypes } from '#shared/enums/tokens'

export const TOKEN_SYMBOL_MAX = 20

/** The drawings available as token icons; an unknown name gets the first. */
export const tokenIcons = [
  'Award',
  'Gem',
  'Coins',
  'Zap',
  'MapPin',
  'Sparkles',
  'DollarSign',
  'TrendingUp',
  'Globe',
  'Shield',
  'Star',
] as const

// Built by function calls: bundles of the contract can drop those, but not a template literal.
const iconRule = 'One of '.concat(tokenIcons.join(', '), '; any other value is shown as Award')

export const Token = Type.Object({
  id: Id(),
  symbol: Type.String({ examples: ['$WITGOLD'] }),
  name: Type.String(),
  category: Type.String({ description: 'Name of the category' }),
  location: Type.String(),
  description: Type.String(),
  icon: Type.String({ description: iconRule }),
  icon_type: StringEnum(iconTypes, { description: '`custom` shows the image at `icon_url`' }),
  icon_url: Type.String(),
  color: Type.String({ description: 'Color scheme' }),
  is_active: Type.Boolean(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Token = Static<typeof Token>

export const tokens = {
  list: get('/tokens', {
    summary: 'Tokens open for investment',
    access: 'public',
    response: Type.Array(Token),
    // Always revalidated: an administrator's change is visible immediately.
    cache: { maxAge: 0 },
  }),
}
