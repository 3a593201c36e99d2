/** A banner at the bottom of the window, above the investor area's navigation on a phone. */

/** Set here, because a style sheet would be loaded on every page, with or without a banner. */
const FRAME = `position: fixed; inset: auto 0 var(--area-nav, 0px); z-index: 40; display: flex; flex-wrap: wrap;
  gap: 0 20px; align-items: center; padding: 6px max(16px, calc(50vw - 34rem)); border-top: 3px solid var(--warn);
  background: var(--surface); color: var(--ink); font-size: 0.875rem; line-height: 1.4; overflow-wrap: anywhere;
  box-shadow: 0 -1px 0 var(--line-strong)`
const TEXT = 'flex: 1 1 12rem'
const BUTTON = `min-height: 40px; margin-left: auto; padding: 0; flex: none; cursor: pointer; text-decoration: underline;
  text-underline-offset: 4px`

export function addElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  parent: Element,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.textContent = text
  parent.append(made)
  return made
}

/** An element styled as a banner, with an empty paragraph for its text; not yet in the page. */
export function createBanner(name: 'aside' | 'div'): { strip: HTMLElement; paragraph: HTMLElement } {
  const strip = document.createElement(name)
  strip.style.cssText = FRAME
  const paragraph = addElement('p', '', strip)
  paragraph.style.cssText = TEXT
  return { strip, paragraph }
}

export function addButton(label: string, strip: Element, press: () => void): void {
  const button = addElement('button', label, strip)
  button.type = 'button'
  button.style.cssText = BUTTON
  button.addEventListener('click', press)
}
