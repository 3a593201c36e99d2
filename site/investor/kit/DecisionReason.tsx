/** The team's reason for a negative decision, in its own words. */
export const DecisionReason = ({ children }: { children: string }) => (
  <p className="mt-3 max-w-[64ch] border-loss border-l-2 pl-3 text-[0.9375rem] wrap-anywhere whitespace-pre-line">
    {children}
  </p>
)
