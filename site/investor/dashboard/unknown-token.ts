/** What a token is drawn as while the list of tokens does not name it. */
export const unknownToken = { icon: '', icon_type: 'lucide', icon_url: '', color: 'Gray' } as const
