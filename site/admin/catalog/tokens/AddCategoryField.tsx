import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TokenCategory } from '#contract/catalog/admin-tokens'
import { NAME_MAX } from '#contract/schema-builders'
import { getServerErrorMessage } from '#core/api/error-messages'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { addCategory, validateNewCategory } from './categories.ts'

interface AddCategoryProps {
  label: string
  /** Takes the focus when it appears. */
  focus?: boolean
  onAdded: (category: TokenCategory) => void
  onCancel?: () => void
}

/**
 * A name for a category, and the button that adds it. Not a form element, because it is also used inside another form.
 */
export function AddCategoryField({ label, focus = false, onAdded, onCancel }: AddCategoryProps) {
  const [name, setName] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (focus) input.current?.focus()
  }, [focus])

  const add = async () => {
    if (isAdding) return
    setAdding(true)
    try {
      const reason = await validateNewCategory(name)
      setFieldError(reason)
      if (reason) return input.current?.focus()
      const category = await addCategory(name)
      setName('')
      onAdded(category)
    } catch (error) {
      setFieldError(getServerErrorMessage(error, 'The category could not be added'))
      input.current?.focus()
    } finally {
      setAdding(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the category without submitting the surrounding form.
    event.preventDefault()
    add()
  }

  return (
    <div className="flex items-start gap-2">
      <Field label={label} error={fieldError} required className="flex-1">
        {(wiring) => (
          <Input
            {...wiring}
            ref={input}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={name}
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              setName(target.value)
              setFieldError(undefined)
            }}
          />
        )}
      </Field>
      <Button
        look="quiet"
        className="mt-[25px] min-h-11! px-3.5!"
        onClick={add}
        busy={isAdding && 'Adding...'}
      >
        Add<span className="visually-hidden"> category</span>
      </Button>
      {onCancel && (
        <Button look="quiet" className="mt-[25px] min-h-11! px-3.5!" onClick={onCancel}>
          Back<span className="visually-hidden"> to the list of categories</span>
        </Button>
      )}
    </div>
  )
}
