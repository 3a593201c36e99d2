/** Loads the account pages. Kept in one place, because each mention names all the files that come with it. */
export const loadAccountPages = () => import('./account-pages.ts')
