import { useState } from 'react'
import { Button } from '#ui/Button'
import { Combobox } from '#ui/Combobox'
import { Dialog } from '#ui/Dialog'
import { Drawer } from '#ui/Drawer'
import { Field } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'
import { Popup } from '#ui/Popup'

const paragraphs = Array.from({ length: 12 }, (_, at) => ({
  at,
  text: 'A paragraph of a long text. '.repeat(8),
}))

type Shown = 'plain' | 'wide' | 'full' | 'kept' | 'question' | 'native' | undefined

/** The dialogs of the panel, and the native one of the public pages and the investor area. */
export function Dialogs() {
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  return (
    <>
      <Button onClick={() => setShown('plain')}>Open dialog</Button>
      <Button look="quiet" onClick={() => setShown('wide')}>
        Wide
      </Button>
      <Button look="quiet" onClick={() => setShown('kept')}>
        Asks before it closes
      </Button>
      <Button look="quiet" onClick={() => setShown('native')}>
        Native
      </Button>
      <Button look="quiet" onClick={() => setShown('full')}>
        Native, full screen
      </Button>
      <Drawer label="Drawer">
        {(close) => (
          <button type="button" className="px-6 py-2" onClick={close}>
            An entry that closes it
          </button>
        )}
      </Drawer>
      <Dialog open={shown === 'plain'} onClose={close} title="A dialog" kicker="Kicker">
        <p>It closes with Escape, with the button and with a click outside, and gives the focus back.</p>
      </Dialog>
      <Dialog open={shown === 'wide'} onClose={close} title="A wide dialog, for reading" size="wide">
        {paragraphs.map(({ at, text }) => (
          <p key={at} className="mb-4">
            {text}
          </p>
        ))}
      </Dialog>
      <Dialog
        open={shown === 'kept' || shown === 'question'}
        onClose={close}
        mayClose={() => false}
        onStay={() => setShown('question')}
        title="Unsaved input"
      >
        <p>Closing it asks first.</p>
        <Dialog open={shown === 'question'} onClose={() => setShown('kept')} title="Unsaved changes">
          <div>
            <Button look="danger" onClick={close}>
              Discard changes
            </Button>
          </div>
        </Dialog>
      </Dialog>
      <NativeDialog open={shown === 'native'} onClose={close} title="A native dialog" kicker="Kicker">
        <p>It looks the same, and needs no library.</p>
      </NativeDialog>
      <NativeDialog open={shown === 'full'} onClose={close} title="Full screen" size="full">
        <p>It takes the whole window.</p>
      </NativeDialog>
    </>
  )
}

const people = ['Ada Reyes', 'Bea Okafor', 'Cy Lindqvist'].map((name, id) => ({ id, name }))

/** A popup, and a combobox with options, without any, and with a failed search. */
export function Popups() {
  return (
    <>
      <Popup label="Open" className="button button-quiet" panelClassName="min-w-52 px-4">
        {(close) => (
          <button type="button" className="py-2" onClick={close}>
            An entry that closes it
          </button>
        )}
      </Popup>
      <Search label="Options" items={people} message="" />
      <Search label="Nothing found" items={[]} message="Nobody has this name or email." />
      <Search label="Failed" items={[]} message="Failed to fetch users. The service is busy." />
    </>
  )
}

function Search({ label, items, message }: { label: string; items: typeof people; message: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Field label={label} filter className="w-64">
      {(wiring) => (
        <Combobox
          wiring={wiring}
          placeholder="Search name or email"
          listLabel="Users found"
          open={open}
          items={items}
          message={message}
          onSearch={() => setOpen(true)}
          onClose={() => setOpen(false)}
          onChoose={() => setOpen(false)}
          nameOf={({ name }) => name}
        >
          {({ name }) => name}
        </Combobox>
      )}
    </Field>
  )
}
