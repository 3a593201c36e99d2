import type { Token } from '#contract/tokens'
import { tokenCatalogue } from '#shared/token-catalogue'

/** What the picker shows of a token. */
export type ListedToken = Pick<
  Token,
  'symbol' | 'name' | 'category' | 'location' | 'description' | 'icon' | 'icon_type' | 'icon_url' | 'color'
>

/** The tokens of a new platform. They are shown, marked as a sample, while the list cannot be loaded. */
export const sampleTokens: readonly ListedToken[] = tokenCatalogue
