import type { Token } from '#contract/catalog/tokens'
import { tokenCatalog } from '#shared/default-tokens'

/** The token fields shown in the picker. */
export type ListedToken = Pick<
  Token,
  'symbol' | 'name' | 'category' | 'location' | 'description' | 'icon' | 'icon_type' | 'icon_url' | 'color'
>

/** The tokens of a new platform, shown and marked as a sample while the list cannot be loaded. */
export const sampleTokens: readonly ListedToken[] = tokenCatalog
