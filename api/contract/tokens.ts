import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { iconTypes } from '#shared/enums/tokens'
import { get } from './endpoint.ts'
import { Id, OneOf, Timestamp } from './schema.ts'

export const TOKEN_SYMBOL_MAX = 20

/** The drawings a token's icon can be; an unknown name is drawn as the first. */
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

// Made by calls: the browser's copy of the contract can leave those out, and a template not.
const iconRule = 'One of '.concat(tokenIcons.join(', '), '; anything else is drawn as Award')

export const Token = Type.Object({
  id: Id(),
  symbol: Type.String({ examples: ['$WITGOLD'] }),
  name: Type.String(),
  category: Type.String({ description: 'Name of the category' }),
  location: Type.String(),
  description: Type.String(),
  icon: Type.String({ description: iconRule }),
  icon_type: OneOf(iconTypes, { description: '`custom` draws the image at `icon_url`' }),
  icon_url: Type.String(),
  color: Type.String({ description: 'Name of a colour scheme' }),
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
    // Revalidated each time: an administrator's change is visible at once.
    cache: { maxAge: 0 },
  }),
}
