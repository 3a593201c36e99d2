import { Panel } from '#ui/Panel'

const answers = [
  [
    '/docs/help-support#questions-and-guides',
    'Questions and guides',
    'Accounts, subscriptions, payments, documents',
  ],
  ['/docs/token-lifecycle', 'Token lifecycle', 'From the project to the units in your name'],
  ['/docs/custody-and-segregation', 'Custody and segregation', 'Who holds what, and what is kept apart'],
  ['/docs/glossary', 'Glossary', 'The terms of mining and of securities'],
] as const

/** Pages that may hold the answer, so that nobody has to write for it. */
export function Answers() {
  return (
    <Panel title="Look it up">
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
