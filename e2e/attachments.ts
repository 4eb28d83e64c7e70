// Files for stories: attached as a browser does, and PDFs made by hand.
import type { Page } from '@playwright/test'
import { partBytes, type WorkFile } from '../contract/src/files.ts'
import { callApi } from './visit.ts'

type Row = { id: number }

/** Adds a project with a task, as its project manager. */
export async function addTask(page: Page, title: string) {
  const project = await callApi<Row>(page, 'POST /api/projects/', { name: `Project of ${title}` })
  return callApi<Row>(page, 'POST /api/tasks/', {
    project: project.id,
    title,
    description: 'A task with files.',
  })
}

/** Attaches a file to a task, with the page's session. */
export async function attach(page: Page, task: Row, name: string, bytes: Buffer) {
  const upload = await callApi<Row>(page, `POST /api/tasks/${task.id}/uploads/`, { name, size: bytes.length })
  let file: WorkFile | null = null
  for (let offset = 0; offset < bytes.length; offset += partBytes)
    file = await page.evaluate(
      async ({ path, base64 }) => {
        const body = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
        const answer = await fetch(path, { method: 'PUT', body })
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        return ((await answer.json()) as { file: WorkFile | null }).file
      },
      {
        path: `/api/uploads/${upload.id}/?offset=${offset}`,
        base64: bytes.subarray(offset, offset + partBytes).toString('base64'),
      },
    )
  if (!file) throw new Error(`${name} did not become a file.`)
  return file
}

type PdfOptions = {
  /** Each is a line of text on a page of its own. It has no parentheses. */
  pages: readonly string[]
  /** The target of a link on the first page. */
  link?: string
  /** Nobody knows its password. */
  isLocked?: boolean
}

/** A PDF of A4 pages. It embeds no fonts; the one of its dot is on no computer. */
export function pdfOf({ pages, link, isLocked = false }: PdfOptions) {
  const [catalogue, tree, font, dot, annotation] = [1, 2, 3, 4, 5]
  const pageOf = (index: number) => 6 + index * 2
  const objects = [
    `<< /Type /Catalog /Pages ${tree} 0 R >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageOf(index)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    `<< /Type /Annot /Subtype /Link /Rect [72 680 400 740] /Border [0 0 0] /A << /S /URI /URI (${link ?? ''}) >> >>`,
    ...pages.flatMap((line, index) => {
      const content = `BT /F1 32 Tf 72 700 Td (${line}) Tj ET BT /F2 32 Tf 72 600 Td (\\267) Tj ET`
      const links = link && index === 0 ? ` /Annots [${annotation} 0 R]` : ''
      return [
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${pageOf(index) + 1} 0 R` +
          ` /Resources << /Font << /F1 ${font} 0 R /F2 ${dot} 0 R >> >>${links} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const key = '41'.repeat(32)
  const lock = isLocked ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >> /ID [<${key}> <${key}>]` : ''
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n`
  text += `<< /Size ${objects.length + 1} /Root ${catalogue} 0 R${lock} >>\nstartxref\n${text.lastIndexOf('xref\n0')}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
