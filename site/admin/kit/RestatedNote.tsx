/** Warns of statements that will change, if any. */
export const RestatedNote = ({ text }: { text: string | undefined }) =>
  text && <p className="col-span-full border-warn border-l-2 pl-3">{text}</p>
