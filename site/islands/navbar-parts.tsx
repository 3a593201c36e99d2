/** Parts shared by the bar and the user menu. */

/** The text for assistive technology and crawlers describes the target of the link. */
export function LearnMoreLink({ className }: { className: string }) {
  return (
    <a className={className} href="/docs/investment-prospectus">
      Learn More<span className="visually-hidden"> about investing</span>
    </a>
  )
}

/** Rotates with the `<details>` that contains it. */
export function Chevron() {
  return (
    <svg
      className="chevron"
      width="12"
      height="12"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="m2.5 4.25 3.5 3.5 3.5-3.5" />
    </svg>
  )
}
