interface ShowAllProps {
  /** What is shown then, with its number. */
  children: string
  /** How much is shown now: "2 of 7 deposits". Paper has it in place of the button. */
  part: string
  onShow: () => void
}

/** Below a list of which only some rows are shown: the button that shows all of them, or more. */
export function ShowAll({ children, part, onShow }: ShowAllProps) {
  return (
    <>
      <button type="button" className="more-button" onClick={onShow}>
        {children}
      </button>
      <p className="shown-part">{part}</p>
    </>
  )
}
