import type { ScreeningMatch } from '#contract/compliance/admin-screening'
import { writeBirth } from './birth-date-hint.ts'

/** The investor and the watchlist entry side by side. */
export function MatchComparison({ match: hit }: { match: ScreeningMatch }) {
  const rows = [
    ['Name', hit.user_name, hit.entry_name],
    ['Date of birth', writeBirth(hit) || 'Not provided', hit.entry_birth_date || 'Not provided'],
  ] as const
  return (
    <>
      <table className="w-full table-fixed text-[0.9375rem]">
        <caption className="visually-hidden">Investor compared with watchlist entry</caption>
        <thead>
          <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
            <th scope="col" className="w-[26%] py-2 pr-2 font-normal">
              <span className="visually-hidden">Field</span>
            </th>
            <th scope="col" className="px-2 py-2 font-normal">
              Investor
            </th>
            <th scope="col" className="px-2 py-2 font-normal">
              Watchlist
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, one, other]) => (
            <tr key={label} className="border-line border-b align-top">
              <th scope="row" className="py-2.5 pr-2 text-left font-normal text-ink-3">
                {label}
              </th>
              <td className="px-2 py-2.5 wrap-anywhere">{one}</td>
              <td className="px-2 py-2.5 wrap-anywhere">{other}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-[0.875rem] text-ink-2 wrap-anywhere">
        {hit.list}, entry {hit.entry_id}
      </p>
      {hit.account_name !== hit.user_name && (
        <p className="text-[0.875rem] text-ink-2 wrap-anywhere">
          Account name: {hit.account_name}. The compared name is from the verification form, from the last
          verification or from before a name change.
        </p>
      )}
    </>
  )
}
