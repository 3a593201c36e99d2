import type { ReportTotals } from '#contract/desk/admin-reports'

const words = (head: string): string => head.charAt(0) + head.slice(1).toLowerCase()

/** A table of totals. On a narrow screen it scrolls horizontally. */
export function ReportTotalsTable({ table: { title, heads, rows } }: { table: ReportTotals }) {
  return (
    <section
      className="overflow-x-auto"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
      tabIndex={0}
    >
      <table className="w-full text-[0.9375rem]">
        <caption className="pb-2 text-left font-medium">{title}</caption>
        <thead>
          <tr className="border-line-strong border-b text-[0.8125rem] text-ink-3">
            <td />
            {heads.map((head) => (
              <th key={head} scope="col" className="py-2 pl-4 text-right font-medium">
                {words(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, figures }) => (
            <tr key={label} className="border-line border-b">
              <th scope="row" className="min-w-[8.5rem] py-2 text-left font-normal wrap-anywhere">
                {label}
              </th>
              {figures.map((text, at) => (
                <td key={heads[at]} className="num py-2 pl-4 text-right whitespace-nowrap">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
