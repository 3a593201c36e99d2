interface ShowAllProps {
  /** What will be shown, with its number. */
  children: string
  /** How much is shown now: "2 of 7 deposits". Printed in place of the button. */
  part: string
  onShow: () => void
}

/** Below a partly shown list: the button that shows all rows, or more. */
export function ShowAllButton({ children, part, onShow }: ShowAllProps) {
  return (
    <>
      <button type="button" className="more-button" onClick={onShow}>
        {children}
      </button>
      <p className="shown-part">{part}</p>
    </>
  )
}
