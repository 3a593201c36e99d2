/**
 * Filters the questions and guides of Help and Support in the browser. `faq-search.ts` marks those that do not match a
 * search and notifies the list.
 */
const root = document.querySelector<HTMLElement>('[data-faq]')
const search = root?.querySelector<HTMLInputElement>('#faq-search')
const select = root?.querySelector<HTMLSelectElement>('#faq-category')
const tabs = [...(root?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
const panel = root?.querySelector('#faq-panel')

const entries = [...(root?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])].map((element) => ({
  element,
  category: element.dataset.category,
  isQuestion: panel?.contains(element) ?? false,
}))

const hide = (name: string, hidden: boolean) => {
  for (const element of root?.querySelectorAll<HTMLElement>(name) ?? []) element.hidden = hidden
}

function say(selector: string, text: string) {
  const status = root?.querySelector(selector)
  if (status) status.textContent = text
}

function showMatches() {
  const query = search?.value.trim() ?? ''
  const category = select?.value ?? 'all'
  const found = entries.filter((entry) => {
    const matches =
      (category === 'all' || entry.category === category) && !entry.element.matches('[data-missed]')
    entry.element.hidden = !matches
    return matches
  })
  const questions = found.filter((entry) => entry.isQuestion).length
  const guides = found.length - questions
  hide('[data-none="questions"]', questions > 0 || found.length === 0)
  hide('[data-none="guides"]', guides > 0 || found.length === 0)
  hide('[data-faq-empty]', found.length > 0)
  hide('.part, #faq-panel, .guides, .tabs', found.length === 0)
  say('[data-faq-words]', query || (select?.selectedOptions[0]?.text ?? ''))
  const isNarrowed = query !== '' || category !== 'all'
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  const summary =
    found.length === 0 ? 'No results' : `${count(questions, 'question')} and ${count(guides, 'guide')}`
  say('[data-faq-status]', isNarrowed ? `${root?.dataset.some ?? ''}${summary}` : '')
}

function chooseCategory(category: string) {
  if (select) select.value = category
  for (const tab of tabs) {
    const isChosen = tab.dataset.category === category
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    if (isChosen) panel?.setAttribute('aria-labelledby', tab.id)
  }
  showMatches()
}

function moveTab(event: KeyboardEvent) {
  const at = tabs.indexOf(event.target as HTMLElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
  const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length]
  if (at < 0 || !tab) return
  event.preventDefault()
  tab.focus()
  chooseCategory(tab.dataset.category ?? 'all')
}

/** Opens the question named in the URL fragment, even if the filter hides it. */
function openLinkedQuestion() {
  const linked = location.hash.startsWith('#faq-') && document.getElementById(location.hash.slice(1))
  if (!(linked instanceof HTMLDetailsElement)) return
  if (linked.closest('[hidden]')) reset()
  linked.open = true
  linked.scrollIntoView()
}

function reset() {
  if (search) search.value = ''
  search?.dispatchEvent(new Event('input'))
  chooseCategory('all')
}

/**
 * Opens the prefilled ticket dialog by clicking the button of its card. This also works before the support forms have
 * hydrated, because the click is then replayed. The card clears the prefilled data with the click.
 */
function openTicket(asked: Record<string, string | undefined>) {
  const button = document.querySelector<HTMLElement>('[data-action="ticket"] button')
  if (!button) return
  Object.assign(button.dataset, asked)
  button.click()
}

root?.addEventListener('searched', showMatches)
select?.addEventListener('change', () => chooseCategory(select.value))
root
  ?.querySelector('[data-faq-tabs]')
  ?.addEventListener('keydown', (event) => moveTab(event as KeyboardEvent))
root?.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLElement>('button')
  if (!button) return
  if (button.dataset.category) chooseCategory(button.dataset.category)
  else if (button.dataset.report)
    openTicket({
      subject: button.dataset.report,
      category: button.closest<HTMLElement>('[data-entry]')?.dataset.category,
    })
  // If pressed before `faq-share.ts` has loaded, the press is replayed then.
  else if (button.dataset.share) root.addEventListener('sharing', () => button.click(), { once: true })
  else if (button.matches('[data-faq-reset]')) {
    reset()
    search?.focus()
  }
})
document.querySelector('[href="#contact-now"]')?.addEventListener('click', (event) => {
  // Following the link would take the focus from it, to which the dialog returns it.
  event.preventDefault()
  openTicket({ priority: 'urgent' })
})
window.addEventListener('hashchange', openLinkedQuestion)
openLinkedQuestion()
