/**
 * The backing of a series, units held ÷ units in issue in percent, with one decimal. Never rounded up: 99.96% must not
 * read as 100.0%. A dash without units in issue.
 */
export const formatBacking = (percent: number | null): string =>
  percent === null ? '–' : `${(Math.floor(percent * 10 + 1e-9) / 10).toFixed(1)}%`
