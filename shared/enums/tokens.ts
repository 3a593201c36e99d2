export const iconTypes = ['lucide', 'custom'] as const
/** The colour schemes of a token's icon; the screens define their colours. */
export const tokenColors = [
  'Gold',
  'Silver',
  'Purple',
  'Green',
  'Orange',
  'Amber',
  'Emerald',
  'Indigo',
  'Gray',
  'Pink',
] as const
