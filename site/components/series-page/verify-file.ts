/** Compares a file with a series' published hashes. The file does not leave the browser. */
import { sha256 } from '#shared/sha256'
import { getPublishedFiles, type PublishedFile } from './published-files.ts'

interface Verdict {
  result: 'same' | 'other' | 'unknown'
  text: string
}

export function compareFile(name: string, hash: string, published: readonly PublishedFile[] | null): Verdict {
  if (!published) {
    return {
      result: 'unknown',
      text: `The published hashes are not loaded. SHA-256 of ${name}: ${hash}.`,
    }
  }
  const same = published.find(({ sha256 }) => sha256 === hash)
  return same
    ? { result: 'same', text: `✓ ${name} matches ${same.name}. SHA-256: ${hash}.` }
    : {
        result: 'other',
        text: `✗ ${name} does not match any current document of this series. SHA-256: ${hash}.`,
      }
}

export function initFileVerification(): void {
  const area = document.querySelector<HTMLElement>('[data-verify]')
  const input = area?.querySelector<HTMLInputElement>('input[type="file"]')
  const verdict = area?.querySelector<HTMLElement>('[data-verdict]')
  if (!area || !input || !verdict) return
  const check = async (file: File | undefined) => {
    if (!file) return
    delete verdict.dataset.result
    verdict.textContent = `Hashing ${file.name} …`
    try {
      const { result, text } = compareFile(
        file.name,
        await sha256(await file.arrayBuffer()),
        getPublishedFiles(),
      )
      verdict.dataset.result = result
      verdict.textContent = text
    } catch {
      verdict.textContent = `${file.name} could not be read in this browser.`
    }
  }
  input.addEventListener('change', () => check(input.files?.[0]))
  area.addEventListener('dragover', (event) => {
    event.preventDefault()
    area.classList.add('over')
  })
  area.addEventListener('dragleave', () => area.classList.remove('over'))
  area.addEventListener('drop', (event) => {
    event.preventDefault()
    area.classList.remove('over')
    void check(event.dataTransfer?.files[0])
  })
}
