import { type ReactNode, useId } from 'react'
import { Icon } from '#ui/Icon'
import { checkIcon } from '#ui/icons/status'

interface StepProps {
  number: number
  title: string
  /** Whether the step is complete; undefined if it requires nothing. */
  isReady?: boolean
  /** Beside the title. */
  mark?: ReactNode
  children: ReactNode
}

/** The id of a step's section, for links to it. */
export const getStepId = (number: number): string => `step-${number}`

/** One step of the form, with its number and whether it is complete. */
export function SubscribeStep({ number, title, isReady, mark, children }: StepProps) {
  const id = useId()
  return (
    <section id={getStepId(number)} className="panel min-w-0 scroll-mt-24" aria-labelledby={id}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-[22px] py-4 max-sm:px-4">
        <span
          className={`num grid size-7 flex-none place-items-center rounded-full border text-[0.875rem] ${
            isReady ? 'border-gain text-gain' : 'border-line-strong text-ink-2'
          }`}
          aria-hidden="true"
        >
          {isReady ? <Icon path={checkIcon} size={18} /> : number}
        </span>
        <h2 id={id} className="flex-auto text-[1.1875rem] wrap-anywhere">
          <span className="visually-hidden">Step {number}: </span>
          {title}
          {isReady && <span className="visually-hidden">, complete</span>}
        </h2>
        {mark}
      </header>
      <div className="px-[22px] py-5 max-sm:px-4">{children}</div>
    </section>
  )
}
