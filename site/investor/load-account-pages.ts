/** Loads what concerns the account itself; once here, because each mention names all the files that come with it. */
export const loadAccountPages = () => import('./account-pages.ts')
