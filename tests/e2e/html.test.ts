import { readFileSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { builtFiles } from './built-site.ts'
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
