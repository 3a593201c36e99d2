interface ShowAllProps {
  /** What is shown then, with its number. */
  children: string
  onShow: () => void
}

/** Below a list of which only some rows are shown: the button that shows all of them. */
export function ShowAll({ children, onShow }: ShowAllProps) {
  return (
    <button type="button" className="more-button" onClick={onShow}>
      {children}
    </button>
  )
}
