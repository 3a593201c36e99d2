/**
 * Whether navigation leads to another page, so that its loader runs again. Tabs, filters and sections are in the query:
 * without a loader the router renders once for them, rather than twice.
 */
export const isOtherPage = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean =>
  currentUrl.pathname !== nextUrl.pathname
