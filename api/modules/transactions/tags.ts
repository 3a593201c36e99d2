/** What assistive technology reads of a PDF: its parts in their order. Whatever is drawn outside of them is decoration. */

type Document = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

/** Names of PDF 1.7, 14.8.4. */
type GroupType = 'Table' | 'TR'
type TextType = 'H1' | 'P' | 'TH' | 'TD'

/** Which way a heading of a table counts; the library takes it, and its types do not know it. */
interface Scope {
  scope?: 'Column' | 'Row'
}

export class Tags {
  readonly #document: Document
  readonly #open: Element[] = []

  constructor(document: Document) {
    this.#document = document
    const whole = document.struct('Document')
    document.addStructure(whole)
    this.#open.push(whole)
  }

  /** Opens a group that goes on until it is ended, over pages too. */
  begin(type: GroupType): void {
    const element = this.#document.struct(type)
    this.#open.at(-1)?.add(element)
    this.#open.push(element)
  }

  /** Ends what was opened last. */
  end(): void {
    this.#open.pop()?.end()
  }

  group(type: GroupType, draw: () => void): void {
    this.begin(type)
    draw()
    this.end()
  }

  /** What is read as one part; without drawing it is an empty one, such as a cell of a table. */
  text(type: TextType, draw?: () => void, options: Scope = {}): void {
    const element = this.#document.struct(type, options as PDFKit.Mixins.StructureElementOptions)
    this.#open.at(-1)?.add(element)
    if (draw) {
      const content = this.#document.markStructureContent(type)
      draw()
      this.#document.endMarkedContent()
      element.add(content)
    }
    element.end()
  }

  /** Drawn, and not read: lines, and what is repeated on every page. */
  decoration(draw: () => void): void {
    this.#document.markContent('Artifact')
    draw()
    this.#document.endMarkedContent()
  }
}
