import { isAddress } from './text.ts'

const noText =
  'script, style, title, meta, link, noscript, template, iframe, object, embed, svg, button, select, textarea, input:not([type="checkbox"])'
const blocks = 'h1, h2, h3, h4, h5, h6, p, div, ul, ol, table, pre, blockquote'

/** The body of a document with the HTML, in which elements say what styles said, and only web addresses are linked. */
export function tidied(html: string) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(noText)) element.remove()
  for (const element of body.querySelectorAll('b, strong, i, em, s, strike, span')) restyle(element)
  for (const link of body.querySelectorAll('a')) tidyLink(link)
  for (const lineBreak of body.querySelectorAll('pre br')) lineBreak.replaceWith('\n')
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) list.previousElementSibling?.append(list)
  for (const paragraph of body.querySelectorAll('li > p:only-of-type')) unwrap(paragraph)
  for (const marked of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th, pre, code) :is(b, strong)')) unwrap(marked)
  return body
}

/** Google Docs and browsers write as styles what other pages write as elements, and plain text into `<b>`. */
function restyle(element: Element) {
  const style = element.getAttribute('style') ?? ''
  const name = element.nodeName
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]
  const isNormal = weight === 'normal' || Number(weight) < 600
  if (name === 'B' || name === 'STRONG') return isNormal ? unwrap(element) : undefined
  if (name === 'I' || name === 'EM') return /font-style:\s*normal/i.test(style) ? unwrap(element) : undefined
  const names: string[] = []
  if (weight && !isNormal && weight !== 'inherit') names.push('strong')
  if (/font-style:\s*italic/i.test(style)) names.push('em')
  if (name !== 'SPAN' || /line-through/i.test(style)) names.push('del')
  if (element.closest('pre, code')) names.length = 0
  for (const each of names) {
    const wrapper = element.ownerDocument.createElement(each)
    wrapper.append(...element.childNodes)
    element.append(wrapper)
  }
  unwrap(element)
}

function tidyLink(link: Element) {
  const href = link.getAttribute('href')?.trim() ?? ''
  if (!isAddress(href)) return unwrap(link)
  link.setAttribute('href', href)
  if (link.querySelector(blocks)) link.textContent = (link.textContent ?? '').replace(/\s+/g, ' ').trim()
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)
