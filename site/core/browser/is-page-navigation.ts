/**
 * Whether navigation leads to another page, so that its loader runs again. Tabs, filters and sections are in the query:
 * without a loader run the router renders once for them instead of twice.
 */
export const isPageNavigation = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean =>
  currentUrl.pathname !== nextUrl.pathname
