/** A warning of statements that change, where there is one. */
export const RestatedNote = ({ text }: { text: string | undefined }) =>
  text && <p className="col-span-full border-warn border-l-2 pl-3">{text}</p>
