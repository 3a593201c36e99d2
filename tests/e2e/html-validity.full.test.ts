import { readFileSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { builtFiles } from './built-pages.ts'
import { expect, test } from './fixtures.ts'

/** The HTML standard, without the tool's rules on style. */
const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

for (const { path, address } of builtFiles) {
  test(`${address} is valid HTML`, async () => {
    const report = await validator.validateString(readFileSync(`dist/site/${path}`, 'utf8'))
    const messages = report.results.flatMap((result) =>
      result.messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    )
    expect(messages).toEqual([])
  })
}

test('no word of a page runs into a link', () => {
  const joined = builtFiles.flatMap(({ path, address }) =>
    [
      ...readFileSync(`dist/site/${path}`, 'utf8').matchAll(
        /[a-z,;]<a [^>]*>[^<]{1,30}|[^<>]{1,30}<\/a>[a-z]+/g,
      ),
    ].map(([text]) => `${address}: ${text}`),
  )
  expect(joined).toEqual([])
})
