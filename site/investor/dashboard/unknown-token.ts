/** The look of a token that the list of tokens does not contain. */
export const unknownToken = { icon: '', icon_type: 'lucide', icon_url: '', color: 'Gray' } as const
