// Browser stories avoid what makes them fail by chance. `e2e/visit.ts` has the forms that can't.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../../..')
const stories = globSync('e2e/*.ts', { cwd: root }).filter((file) => file !== path.join('e2e', 'visit.ts'))
assert.ok(stories.length > 50)

const refused = [
  {
    rule: 'keys go to a field that is seen to have the focus: `typeInto` or `fill`',
    form: /\bkeyboard\.(type|insertText)\(/,
  },
  {
    rule: 'a story waits for a condition, not for time',
    form: /\bwaitForTimeout\(|\bnetworkidle\b/,
    // Its pauses are random input.
    but: 'e2e/convergence.spec.ts',
  },
  { rule: 'requests are intercepted by `answering`, `refusing` or `intercept`', form: /\.(route|unroute|unrouteAll)\(/ },
  {
    rule: 'what the page may still change is expected of the locator, or by `expect.poll`',
    form: /expect\(await [\w.()'"`,/ ]*\.(allTextContents|allInnerTexts|textContent|innerText|inputValue|count|isVisible|boundingBox|getAttribute)\(/,
  },
  { rule: 'random input has a seed that can be repeated', form: /\bMath\.random\(/ },
]

for (const { rule, form, but } of refused)
  test(rule, () => {
    const found = stories
      .filter((file) => file !== but)
      .flatMap((file) =>
        readFileSync(path.join(root, file), 'utf8')
          .split('\n')
          .flatMap((line, i) => (form.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
      )
    assert.deepEqual(found, [])
  })
