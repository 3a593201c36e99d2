/** Pages of the investor area that start from its one page; any other URL below `/access/` is the 404 page. */
export const areaPages = ['dashboard', 'transactions', 'documents', 'support', 'settings'] as const

/** Last segment of a page's path. */
export type AreaPage = (typeof areaPages)[number]
