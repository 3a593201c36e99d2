/** Milliseconds for which the button shows the result. */
const SHOWN = 3000

/** Whether the text was copied; browsers may deny it, and have no clipboard on pages served over plain HTTP. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Adds a copy button to a code block. */
export function addCopyButton(block: HTMLElement): void {
  const frame = document.createElement('div')
  frame.className = 'code'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-quiet button-small code-copy'
  const label = (text: string, name = text) => {
    button.textContent = text
    button.ariaLabel = name
  }
  label('Copy', 'Copy code')
  const status = document.createElement('span')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  let reset: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', async () => {
    const wasCopied = await copy(block.textContent)
    label(wasCopied ? 'Copied' : 'Not copied')
    status.textContent = wasCopied ? 'Code copied' : 'Your browser blocked copying'
    clearTimeout(reset)
    reset = setTimeout(() => {
      label('Copy', 'Copy code')
      status.textContent = ''
    }, SHOWN)
  })
  block.replaceWith(frame)
  frame.append(block, button, status)
}
