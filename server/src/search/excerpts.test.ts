import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchResult } from 'contract'
import { okBody, people, tasks, testApp } from '../testing/world.ts'
import { searcher } from './testing.ts'

const app = await testApp()
const { find } = searcher(app)

test('an excerpt is without Markdown, and a mention in it is the name alone', async () => {
  const text = `${'Before. '.repeat(10)}[@Ann Opal](person:${people.ann.id}) sees the **quartz**, [@Dev](person:${people.dev.id}) [does](https://a.test) \`not\`.`
  await okBody(app.as('pam')('POST /api/comments/', { content_type: 'task', object_id: tasks.home_page, text }))
  const read = async (q: string) => (await find('pam', q)).results.map(({ excerpt }: SearchResult) => excerpt)
  for (const q of ['quartz', 'opal']) {
    const [excerpt = []] = await read(q)
    assert.match(excerpt.map((part) => part.text).join(''), /@Ann Opal sees the quartz, @Dev does not\.$/)
    assert.deepEqual(
      excerpt.filter(({ is_match }) => is_match).map((part) => part.text.toLowerCase()),
      [q],
    )
  }
})
