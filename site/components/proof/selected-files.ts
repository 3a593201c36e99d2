/** The files selected by the reader. They accumulate until removed, however they were selected. */
import { createElement } from './create-element.ts'

/** Maximum number of files; no one compares so many at once. */
const MOST_FILES = 50

interface Kept {
  file: File
  /** It replaced an earlier file with the same name. */
  isAgain: boolean
}

/**
 * Renders the list of selected files into `place`. `changed` is called after each change, `restart` when the reader
 * starts over. If the pressed button is gone, the focus moves to the next one, and finally to `input`.
 */
export function initSelectedFiles(
  place: HTMLElement,
  { input, changed, restart }: { input: HTMLElement; changed: () => void; restart: () => void },
) {
  let kept: Kept[] = []
  let leftOut = 0

  function draw(): void {
    const rows = kept.map(({ file: { name }, isAgain }, at) => {
      const remove = createElement('button', { type: 'button', class: 'link' }, 'Remove')
      remove.setAttribute('aria-label', `Remove ${name}`)
      remove.addEventListener('click', () => set(kept.toSpliced(at, 1), at))
      return createElement(
        'li',
        {},
        createElement('span', {}, name, isAgain && createElement('small', {}, ' selected again')),
        remove,
      )
    })
    const again = createElement('button', { type: 'button', class: 'link' }, 'Start again')
    again.addEventListener('click', () => {
      restart()
      set([], 0)
    })
    place.hidden = kept.length === 0
    place.replaceChildren(
      createElement('ul', { 'aria-label': 'Chosen files' }, ...rows),
      ...(leftOut > 0
        ? [createElement('p', {}, `Limit of ${MOST_FILES} files reached; ${leftOut} not added.`)]
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
