/** The parts of a PDF that assistive technology reads, in order. Anything drawn outside them is decoration. */

type Document = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

/** Names from PDF 1.7, 14.8.4. */
export type TagType =
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'BlockQuote'
  | 'Figure'
  | 'Link'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'TOC'
  | 'TOCI'

export interface TagOptions {
  /** Whether a table heading applies to its column or its row. */
  scope?: 'Column' | 'Row'
  /** Read instead of a drawing. */
  alt?: string
  /** Left, top, right and bottom edge of a drawing in points. */
  bbox?: [number, number, number, number]
}

/** Target of a link: a URL, or the name of a destination in the document. */
export type LinkTarget = { url: string } | { name: string }

/** A rectangle in points. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export class PdfTagger {
  readonly #document: Document
  #isDecoration = false
  readonly #open: { type: string; element: Element }[] = []

  constructor(document: Document) {
    this.#document = document
    const whole = document.struct('Document')
    document.addStructure(whole)
    this.#open.push({ type: 'Document', element: whole })
  }

  /** Opens a part that continues until it is ended, also across pages. */
  begin(type: TagType, options: TagOptions = {}): void {
    if (this.#isDecoration) return
    // The library supports all options, but its types do not declare them.
    const element = this.#document.struct(type, options as PDFKit.Mixins.StructureElementOptions)
    this.#open.at(-1)?.element.add(element)
    this.#open.push({ type, element })
  }

  /** Ends the most recently opened part. */
  end(): void {
    if (!this.#isDecoration) this.#open.pop()?.element.end()
  }

  group(type: TagType, draw: () => void): void {
    this.begin(type)
    draw()
    this.end()
  }

  /** Draws content of the most recently opened part. */
  content(draw: () => void): void {
    if (this.#isDecoration) {
      draw()
      return
    }
    const part = this.#open.at(-1)
    if (!part) throw new Error('All parts have ended')
    const content = this.#document.markStructureContent(part.type)
    draw()
    this.#document.endMarkedContent()
    part.element.add(content)
  }

  /** Adds a part that is read as one; without `draw` it is empty, such as a table cell. */
  text(type: TagType, draw?: () => void, options: TagOptions = {}): void {
    this.begin(type, options)
    if (draw) this.content(draw)
    this.end()
  }

  /** Adds a link: its content and the clickable areas. */
  link(target: LinkTarget, label: string, areas: readonly Rectangle[], draw: () => void): void {
    this.begin('Link')
    this.content(draw)
    // Texts are objects: the library writes a plain string as a name.
    const options = { structParent: this.#open.at(-1)?.element, Contents: new String(label) } as object
    for (const { x, y, width, height } of areas) {
      if ('url' in target) this.#document.link(x, y, width, height, target.url, options)
      else this.#document.goTo(x, y, width, height, target.name, options)
    }
    this.end()
  }

  /** Drawn but not read: lines, and content repeated on every page. Parts within it are not tagged. */
  decoration(draw: () => void): void {
    const isInner = this.#isDecoration
    if (!isInner) this.#document.markContent('Artifact')
    this.#isDecoration = true
    draw()
    this.#isDecoration = isInner
    if (!isInner) this.#document.endMarkedContent()
  }
}
