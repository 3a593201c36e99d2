import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { findIcon } from '#ui/icons/rows'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

/** Opens the palette, as Ctrl K and Cmd K do anywhere in the panel. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isAsked || event.key.toLowerCase() !== 'k') return
      // Not over a dialog, which may hold what was typed.
      if (document.querySelector('div.dialog[data-open]')) return
      event.preventDefault()
      setOpened(true)
      setOpen(true)
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
        <Icon of={findIcon} size={16} />
        Find
        <span aria-hidden="true" className="ml-1 font-mono text-[0.75rem] text-ink-3 max-sm:hidden">
          Ctrl K
        </span>
      </Button>
      {wasOpened && (
        <Suspense>
          <Palette open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
