import { expect, test } from 'vitest'
import {
  addHeadingIds,
  addHeadingWeights,
  addQuestionHeadings,
  addReportHeadings,
  listTerms,
  removePlaceholders,
  separateElements,
} from './search-entries.ts'

const glossary = `<h2 id="geology">Geology</h2><table><thead><tr><th>Term</th></tr></thead><tbody>
<tr><td>Cut-off grade</td><td>The grade below which <a href="/docs/x">rock</a> is waste</td></tr>
<tr>
<td class="name">Ore &amp; rock</td>
<td>What is mined</td></tr></tbody></table>
<h2 id="units">Units</h2><table><tbody><tr><td>t</td><td>Metric tonne, 1,000 kg</td></tr></tbody></table>`

test('links a term by its section and a text fragment', () => {
  expect(listTerms(glossary).map(({ fragment }) => fragment)).toEqual([
    '#geology:~:text=Cut%2Doff%20grade,-The%20grade%20below',
    '#geology:~:text=Ore%20%26%20rock,-What%20is%20mined',
    '#units:~:text=t,-Metric%20tonne%2C%201%2C000',
  ])
})

test('indexes the term as title and its meaning as text', () => {
  expect(listTerms(glossary)[0]?.content).toMatch(
    /<h1 data-pagefind-meta="title">Cut-off grade<\/h1>.* data-pagefind-body data-pagefind-weight="0.2">The grade below which <a href="\/docs\/x">rock<\/a> is waste<\/p>/,
  )
})

test('rejects a glossary without rows', () => {
  expect(() => listTerms('<h2 id="units">Units</h2>')).toThrow('the glossary has no rows')
})

test('gives weight to headings and the first cell of a row', () => {
  expect(addHeadingWeights('<h2 id="a">A</h2><h3>B</h3><tr><td>C</td><td>D</td></tr>')).toBe(
    '<h2 data-pagefind-weight="10" id="a">A</h2><h3 data-pagefind-weight="8">B</h3><tr><td data-pagefind-weight="2">C</td><td>D</td></tr>',
  )
})

test('separates cells, items, headings and marks, and leaves code and chemical formulas unchanged', () => {
  const read = (html: string) =>
    separateElements(html)
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  expect(read('<tr><td>Volatility</td><td>12.4%</td><td>Daily returns</td></tr><tr><td>Beta</td></tr>')).toBe(
    'Volatility · 12.4% · Daily returns Beta',
  )
  expect(
    read(
      removePlaceholders(
        '<tr><td>Gold</td><td><span class="label">Backing</span><span data-figure="b">–</span></td></tr>',
      ),
    ),
  ).toBe('Gold Backing –')
  expect(read('<h3>Report</h3><dl><dt>Date</dt><dd>July</dd></dl><ul><li>One</li><li>Two</li></ul>')).toBe(
    'Report Date: July One Two',
  )
  expect(read('<span>Illustrative</span><span>Completed</span>')).toBe('Illustrative Completed')
  expect(read('<a>$GAClay</a><small>Tarrow Flats</small>')).toBe('$GAClay Tarrow Flats')
  expect(read('Nd<sub>2</sub>O<sub>3</sub>, <b>n</b>th')).toBe('Nd2O3, nth')
  expect(read('<pre><span>$ORIGIN</span><span>/api</span></pre>')).toBe('$ORIGIN/api')
})

test('gives a section’s heading the id of the section', () => {
  expect(addHeadingIds('<section class="part" id="terms"> <h2>Terms</h2></section>')).toBe(
    '<section class="part"> <h2 id="terms">Terms</h2></section>',
  )
  const named = '<section id="a"><h2 id="b">B</h2></section><section id="c"><p>C</p></section>'
  expect(addHeadingIds(named)).toBe(named)
})

test('turns a question into the heading of its answer', () => {
  expect(
    addQuestionHeadings(
      '<details id="faq-a"><summary><span class="question">Why?</span><span class="mark">Account</span></summary><p>So.</p></details>',
    ),
  ).toBe('<details><summary><h3 id="faq-a">Why?</h3></summary><p>So.</p></details>')
  const others = '<details id="b"><summary>More</summary><p>So.</p></details>'
  expect(addQuestionHeadings(others)).toBe(others)
})

test('omits live figures with their labels, choices, buttons and hidden content, and nothing else', () => {
  const left = ' data-pagefind-ignore'
  expect(
    removePlaceholders('<td><span class="label">Backing</span> <span data-figure="backing">–</span></td>'),
  ).toBe(`<td${left}><span class="label">Backing</span> <span${left} data-figure="backing">–</span></td>`)
  expect(removePlaceholders('<select id="a"></select><p class="none" hidden>None</p>')).toBe(
    `<select${left} id="a"></select><p${left} class="none" hidden>None</p>`,
  )
  expect(
    removePlaceholders(
      '<p class="foot"><button type="button">Share</button></p><a class="button" href="/x">Go</a>',
    ),
  ).toBe(
    `<p${left} class="foot"><button${left} type="button">Share</button></p><a${left} class="button" href="/x">Go</a>`,
  )
  const call = '<a class="button" href="tel:+12025550100">+1 (202) 555-0100</a><a href="/x">Go</a>'
  expect(removePlaceholders(call)).toBe(call)
  const read =
    '<td class="hidden"><i aria-hidden="true"></i><span class="label">Bench</span> <span>5 m</span></td>'
  expect(removePlaceholders(read)).toBe(read)
})

test('turns a report’s title into a heading above its marks, with the report’s id', () => {
  expect(
    addReportHeadings(
      '<ul><li id="q3" class="panel" data-report="q3"><p>Reserve audit</p><h3 class="big">Audit Q3</h3><p>Counts.</p></li></ul>',
    ),
  ).toBe(
    '<ul><li class="panel" data-report="q3"><h3 id="q3">Audit Q3</h3><p>Reserve audit</p><p>Counts.</p></li></ul>',
  )
})
