/** The parts of a PDF that assistive technology reads, in order. Anything drawn outside of them is decoration. */

type Document = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

/** Names of PDF 1.7, 14.8.4. */
type GroupType = 'Table' | 'TR'
type TextType = 'H1' | 'P' | 'TH' | 'TD'

/** Whether a table heading is for its column or its row; the library supports it, but its types do not declare it. */
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

  /** Opens a group that continues until it is ended, also over pages. */
  begin(type: GroupType): void {
    const element = this.#document.struct(type)
    this.#open.at(-1)?.add(element)
    this.#open.push(element)
  }

  /** Ends the group opened last. */
  end(): void {
    this.#open.pop()?.end()
  }

  group(type: GroupType, draw: () => void): void {
    this.begin(type)
    draw()
    this.end()
  }

  /** Adds a part that is read as one; without `draw` it is empty, such as a cell of a table. */
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

  /** Drawn, but not read: lines, and content repeated on every page. */
  decoration(draw: () => void): void {
    this.#document.markContent('Artifact')
    draw()
    this.#document.endMarkedContent()
  }
}
