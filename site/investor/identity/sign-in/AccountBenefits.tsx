import { type ReactNode, useEffect, useRef } from 'react'

/** Moves the page's contour drawing behind the text. It is drawn by the build, like all of them. */
function useContours() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sheet = document.querySelector<HTMLTemplateElement>('template[data-contours]')
    if (sheet) place.current?.replaceChildren(sheet.content.cloneNode(true))
  }, [])
  return place
}

interface SideSheetProps {
  kicker: string
  title: string
  /** A list of points. */
  children: ReactNode
  /** Below the points. */
  foot: ReactNode
  className?: string
}

/** Shown beside a form: what it is about. */
export function SidePanel({ kicker, title, children, foot, className = '' }: SideSheetProps) {
  return (
    <aside
      aria-labelledby="account-sheet-title"
      className={`account-sheet relative flex flex-col overflow-hidden bg-slate text-on-slate ${className}`}
    >
      <div ref={useContours()} aria-hidden="true" />
      <div className="relative flex flex-1 flex-col justify-between gap-12 p-10 max-sm:px-5 max-sm:py-8">
        <div>
          <p className="kicker">{kicker}</p>
          <h2
            id="account-sheet-title"
            className="mt-4 max-w-[16ch] text-[1.75rem] leading-[1.15] font-normal"
          >
            {title}
          </h2>
          <dl className="mt-8 grid gap-6">{children}</dl>
        </div>
        <p className="max-w-[46ch] text-[0.875rem] leading-normal text-on-slate-2">{foot}</p>
      </div>
    </aside>
  )
}

/** Shown beside the form: what an account offers, and what it does not. */
export const AccountBenefits = () => (
  <SidePanel
    kicker="Investor area"
    title="What your account includes"
    foot={
      <>
        For institutional and accredited investors. We verify your identity before your first investment. You
        can lose all of the money you invest:{' '}
        <a className="text-on-slate underline underline-offset-4" href="/legal/risk-disclosure">
          read the risk disclosure
        </a>
        .
      </>
    }
  >
    <BenefitItem title="Your portfolio">
      Holdings, deposits, fees and every transaction to the cent, with downloadable statements.
    </BenefitItem>
    <BenefitItem title="Market data">
      Metal and digital asset prices, each with its source and time.
    </BenefitItem>
    <BenefitItem title="Investing">
      Choose a token, and the investment team aims to contact you within 24 hours. Opening an account does not
      commit you to invest.
    </BenefitItem>
  </SidePanel>
)

/** One of the points in the list. */
export function BenefitItem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-slate-line pt-4">
      <dt className="font-medium">{title}</dt>
      <dd className="mt-1 max-w-[46ch] text-[0.9375rem] text-on-slate-2">{children}</dd>
    </div>
  )
}
