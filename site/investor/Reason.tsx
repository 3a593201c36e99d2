/** Why the team decided against something, in its own words. */
export const Reason = ({ children }: { children: string }) => (
  <p className="mt-3 max-w-[64ch] border-loss border-l-2 pl-3 text-[0.9375rem] wrap-anywhere whitespace-pre-line">
    {children}
  </p>
)
