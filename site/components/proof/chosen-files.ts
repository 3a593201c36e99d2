/** The files that a reader has chosen. They are kept together until they are removed, however they were chosen. */
import { make } from './elements.ts'

/** More are not kept: nobody compares so many at once. */
const MOST_FILES = 50

interface Kept {
  file: File
  /** It took the place of an earlier one of its name. */
  isAgain: boolean
}

/**
 * Draws the list of chosen files into `place`. `changed` is called after each change, `restart` when the reader starts
 * again; where the pressed button is gone, the focus goes to the next one, and at last to `input`.
 */
export function keepFiles(
  place: HTMLElement,
  { input, changed, restart }: { input: HTMLElement; changed: () => void; restart: () => void },
) {
  let kept: Kept[] = []
  let leftOut = 0

  function draw(): void {
    const rows = kept.map(({ file: { name }, isAgain }, at) => {
      const remove = make('button', { type: 'button', class: 'link' }, 'Remove')
      remove.setAttribute('aria-label', `Remove ${name}`)
      remove.addEventListener('click', () => set(kept.toSpliced(at, 1), at))
      return make('li', {}, make('span', {}, name, isAgain && make('small', {}, ' chosen again')), remove)
    })
    const again = make('button', { type: 'button', class: 'link' }, 'Start again')
    again.addEventListener('click', () => {
      restart()
      set([], 0)
    })
    place.hidden = kept.length === 0
    place.replaceChildren(
      make('ul', { 'aria-label': 'Chosen files' }, ...rows),
      ...(leftOut > 0
        ? [make('p', {}, `${MOST_FILES} files at most are kept: ${leftOut} were left out.`)]
        : []),
      again,
    )
  }

  function set(next: Kept[], focus?: number): void {
    leftOut = Math.max(0, next.length - MOST_FILES)
    kept = next.slice(0, MOST_FILES)
    draw()
    if (focus !== undefined)
      (place.querySelectorAll<HTMLElement>('li button')[Math.min(focus, kept.length - 1)] ?? input).focus()
    changed()
  }

  return {
    all: (): readonly File[] => kept.map(({ file }) => file),
    add(files: Iterable<File>): void {
      const next = [...kept]
      for (const file of files) {
        const at = next.findIndex((each) => each.file.name === file.name)
        if (at < 0) next.push({ file, isAgain: false })
        else next[at] = { file, isAgain: true }
      }
      set(next)
    },
  }
}
