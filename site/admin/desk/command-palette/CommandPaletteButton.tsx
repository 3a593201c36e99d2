import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { findIcon } from '#ui/icons/row-actions'
import { useBufferedInput } from './use-buffered-input.ts'

const Palette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))

/** Opens the palette, as Ctrl K and Cmd K do anywhere in the panel. */
export function CommandPaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const open = () => {
    setText('')
    setOpened(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  useBufferedInput(isOpen, setText, close)
  // The keys work as soon as the button is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` sets states and nothing else
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isAsked || event.key.toLowerCase() !== 'k') return
      // Not over a dialog, which may contain unsaved input.
      if (document.querySelector('div.dialog[data-open]')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        look="quiet"
        small
        className="max-sm:min-h-11 max-sm:px-3"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Icon path={findIcon} size={16} />
        Search
        <span aria-hidden="true" className="ml-1 font-mono text-[0.75rem] text-ink-3 max-sm:hidden">
          Ctrl K
        </span>
      </Button>
      {wasOpened && (
        <Suspense fallback={isOpen && <Coming text={text} />}>
          <Palette open={isOpen} onClose={close} text={text} onText={setText} />
        </Suspense>
      )}
    </>
  )
}

/** Text typed while the palette is loading. */
function Coming({ text }: { text: string }) {
  return (
    <div className="fixed inset-0 z-50 bg-black/50 px-4 pt-[16vh]">
      <div role="status" className="panel mx-auto grid max-w-[34rem] gap-3 p-5 text-ink">
        <span className="text-[0.875rem] text-ink-2">Opening the search...</span>
        {text && <span className="input wrap-anywhere">{text}</span>}
      </div>
    </div>
  )
}
