/** A diagram of boxes, arrows and words. All lengths are in units of its viewBox, which is as wide as a phone. */
export interface Diagram {
  width: number
  height: number
  /** Path data: outlined boxes, dashed frames, lines, arrowheads. */
  boxes: string
  frames: string
  lines: string
  heads: string
  /** Areas filled with one of the drawing's hatches. */
  areas: { path: string; fill: 'rock' | 'beds' | 'lode' }[]
  words: { x: number; y: number; text: string; kind: 'title' | 'note' | 'label'; isEnd?: boolean }[]
}

interface Size {
  x: number
  y: number
  width: number
  height: number
}

export const rectangle = ({ x, y, width, height }: Size): string => `M${x} ${y}h${width}v${height}h-${width}z`

/** Units between the text lines of a box. */
const lineHeight = 16

/** Collects the parts of a diagram. */
export function createDiagram(width: number, height: number) {
  const diagram: Diagram = {
    width,
    height,
    boxes: '',
    frames: '',
    lines: '',
    heads: '',
    areas: [],
    words: [],
  }
  const say = (
    x: number,
    y: number,
    text: string,
    kind: Diagram['words'][number]['kind'] = 'note',
    isEnd = false,
  ) => void diagram.words.push({ x, y, text, kind, ...(isEnd && { isEnd }) })
  return {
    diagram,
    say,
    /** A box with a title and lines of notes below it. */
    addBox(size: Size, title: string, ...notes: string[]) {
      diagram.boxes += rectangle(size)
      say(size.x + 14, size.y + 22, title, 'title')
      for (const [at, note] of notes.entries()) say(size.x + 14, size.y + 40 + at * lineHeight, note)
    },
    /** A dashed frame around other elements. */
    addFrame(size: Size) {
      diagram.frames += rectangle(size)
    },
    /** A vertical arrow, up or down, with words beside it. */
    addArrow(x: number, from: number, to: number, label = '') {
      const back = to < from ? 5 : -5
      diagram.lines += `M${x} ${from}V${to}`
      diagram.heads += `M${x} ${to}l-4 ${back * 1.6}h8z`
      if (label) say(x + 12, (from + to) / 2 + 4, label, 'label')
    },
    addLine(path: string) {
      diagram.lines += path
    },
    addArea(path: string, fill: Diagram['areas'][number]['fill']) {
      diagram.areas.push({ path, fill })
    },
  }
}
