export const iconTypes = ['lucide', 'custom'] as const
/** Color schemes of a token icon; the screens define their colors. */
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
