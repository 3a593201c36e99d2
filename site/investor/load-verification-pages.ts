/** Loads the page of the verification and the strip of its steps; once here, because each mention names its files. */
export const loadVerificationPages = () => import('./verification-pages.ts')
