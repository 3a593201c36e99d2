/** Pages of the investor area that start from its one page; any other URL below `/access/` is the 404 page. */
export const areaPages = ['dashboard', 'transactions', 'documents', 'support', 'settings'] as const

/** Last segment of a page's path. */
export type AreaPage = (typeof areaPages)[number]

/** Pages about one thing, which a further segment of the path names: a series by its code, or a subscription by its id. */
export const areaDetailPages = ['subscribe', 'subscriptions', 'holdings'] as const

export type AreaDetailPage = (typeof areaDetailPages)[number]
