interface ShowAllProps {
  /** What is shown then, with its number. */
  children: string
  onShow: () => void
}

/** Below a list of which only some rows are shown: the button that shows all of them. */
export function ShowAll({ children, onShow }: ShowAllProps) {
  return (
    <button
      type="button"
      className="cursor-pointer border-line border-t px-[22px] py-3 text-left text-[0.875rem] text-accent-text underline decoration-1 underline-offset-4 max-sm:px-4 [header+&]:border-t-0"
      onClick={onShow}
    >
      {children}
    </button>
  )
}
