import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type DateOrder, type ImportField, type ImportFormat, type Status } from 'contract'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useChange } from '../api/data.ts'
import { newId } from '../api/ids.ts'
import type { FileText } from '../ui/form/textFile.ts'
import type { ChosenFile } from './files.ts'

export type Choices = {
  format?: ImportFormat
  columns?: (ImportField | null)[]
  date_order?: DateOrder
  statuses: { name: string; status: Status }[]
}

const noChoices: Choices = { statuses: [] }

/** A chosen file, what was chosen about it, and what importing it would do. */
export function useImportPlan(project_id: string) {
  const [file, setFile] = useState<ChosenFile>()
  const [choices, setChoices] = useState(noChoices)
  const params = { project_id }
  const plan = useQuery({
    // The file's id stands for its content, which may be long.
    queryKey: [api.imports.preview.route, { params }, file?.id, choices],
    queryFn: ({ signal }) =>
      file ? call(api.imports.preview, { params, body: bodyOf(file, choices) }, signal) : Promise.resolve(undefined),
    enabled: file !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const choose = (chosen: ChosenFile | undefined) => {
    setFile(chosen)
    setChoices(noChoices)
  }
  const change = (some: Partial<Choices>) => setChoices((last) => ({ ...last, ...some }))
  return {
    file,
    choices,
    choose,
    change,
    /** In another encoding, columns and statuses have other names. */
    changeEncoding: (read: FileText) => file && choose({ ...file, ...read, id: newId() }),
    /** Another format has other columns and statuses. */
    changeFormat: (format: ImportFormat) => setChoices({ ...noChoices, format }),
    plan: plan.data,
    isReading: plan.isFetching,
    error: plan.error,
    retry: plan.refetch,
  }
}

const bodyOf = ({ text, name }: ChosenFile, choices: Choices) => ({ text, file_name: name, ...choices })

const touches = [
  api.imports.list,
  api.tasks.list,
  api.projects.tasks,
  api.health.projects,
  api.health.attention,
  api.members.myDevelopers,
]

export function useImportChanges() {
  const create = useChange(api.imports.create, { touches })
  const { mutateAsync: undo } = useChange(api.imports.undo, { touches })
  const { mutateAsync: restore } = useChange(api.imports.restore, { touches })
  return {
    isImporting: create.isPending,
    bring: (project_id: string, file: ChosenFile, choices: Choices) =>
      create.mutateAsync({ params: { project_id }, body: bodyOf(file, choices) }),
    undo: (id: number) => undo({ params: { import_id: String(id) } }),
    restore: (id: number) => restore({ params: { import_id: String(id) } }),
  }
}
