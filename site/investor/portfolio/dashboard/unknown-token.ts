/** The appearance of a token that is not in the token list. */
export const fallbackTokenIcon = { icon: '', icon_type: 'lucide', icon_url: '', color: 'Gray' } as const
