import { Panel } from '#ui/Panel'

const answers = [
  [
    '/docs/help-support#questions-and-guides',
    'Questions and guides',
    'Accounts, subscriptions, payments, documents',
  ],
  ['/docs/token-lifecycle', 'Token lifecycle', 'From project to allotted units'],
  [
    '/docs/custody-and-segregation',
    'Custody and segregation',
    'Who holds the assets and how they are segregated',
  ],
  ['/docs/glossary', 'Glossary', 'Mining and securities terms'],
] as const

/** Pages that may hold the answer, so that no message is needed. */
export function HelpLinks() {
  return (
    <Panel title="Help articles">
      <ul>
        {answers.map(([href, title, note]) => (
          <li
            key={href}
            className="relative border-line border-t px-[22px] py-3.5 first:border-t-0 hover:bg-sunken max-sm:px-4"
          >
            <a className="font-medium no-underline after:absolute after:inset-0" href={href}>
              {title}
            </a>
            <p className="text-[0.8125rem] text-ink-2">{note}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
