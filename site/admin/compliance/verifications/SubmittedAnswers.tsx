import type { ReactNode } from 'react'
import type { VerificationReview } from '#contract/compliance/admin-verifications'
import { formatCalendarDate } from '#core/format/format'
import { toSentenceCase } from '#shared/case-format'
import { normalizeCountryName } from '#shared/countries'
import { taxNumberReasonLabels, type VerificationItem } from '#shared/enums/verifications'
import { DescriptionList } from '#site/admin/kit/detail/DescriptionList.tsx'

const country = (text: string | undefined) => (text ? normalizeCountryName(text) : '')

/** An investor's answers to an item. */
export function SubmittedAnswers({
  item,
  review: { answers, declarations },
}: {
  item: VerificationItem
  review: VerificationReview
}) {
  const { identity, address, tax, entity } = answers
  switch (item) {
    case 'identity':
      return (
        <DescriptionList
          items={[
            ['Name', identity?.full_name ?? ''],
            ['Date of birth', identity?.birth_date ? formatCalendarDate(identity.birth_date) : ''],
            ['Nationality', country(identity?.nationality)],
          ]}
        />
      )
    case 'address':
      return (
        <DescriptionList
          items={[
            ['Street', address?.street ?? ''],
            ['City', [address?.postal_code, address?.city].filter(Boolean).join(' ')],
            ['Country', country(address?.country)],
          ]}
        />
      )
    case 'tax':
      return (
        <DescriptionList
          items={[
            ['Country', country(tax?.country)],
            [
              'Tax identification number',
              tax?.reason ? `None: ${taxNumberReasonLabels[tax.reason]}` : (tax?.number ?? ''),
            ],
            ...(tax?.reason === 'unable' ? ([['Explanation', tax.explanation ?? '']] as const) : []),
          ]}
        />
      )
    case 'source_of_funds':
      return <Long>{answers.source_of_funds}</Long>
    case 'investor_kind':
      return (
        <DescriptionList
          items={[
            ['Classification', answers.investor_kind ? toSentenceCase(answers.investor_kind) : ''],
            ['Basis', answers.ground ?? ''],
          ]}
        />
      )
    case 'entity':
      return (
        <div className="grid gap-3">
          <DescriptionList
            items={[
              ['Name', entity?.name ?? ''],
              ['Registration number', entity?.registration_number ?? ''],
              ['Country', country(entity?.country)],
            ]}
          />
          <ul
            className="grid gap-1.5 text-[0.9375rem]"
            aria-label="Beneficial owners and controlling persons"
          >
            {entity?.people?.map(({ full_name, role, share_percent }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: people have no id
              <li key={at} className="wrap-anywhere">
                {full_name}, {role}
                {share_percent && <span className="num text-[0.875rem] text-ink-2"> · {share_percent}%</span>}
              </li>
            ))}
          </ul>
        </div>
      )
    case 'declarations':
      return (
        <ul className="grid gap-1.5 text-[0.9375rem]">
          {declarations.map(({ id, version, title, is_current }) => (
            <li key={id} className="wrap-anywhere">
              {title}
              <span className={`block text-[0.8125rem] ${is_current ? 'text-ink-3' : 'text-warn'}`}>
                Version {version}
                {!is_current && ' (no longer current)'}
              </span>
            </li>
          ))}
        </ul>
      )
  }
}

const Long = ({ children }: { children: ReactNode }) => (
  <p className="text-[0.9375rem] whitespace-pre-line wrap-anywhere">{children}</p>
)
