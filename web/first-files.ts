import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The pages that people open most: the address, in which a parameter is an id, and the page's module below `src`. */
const pages: Readonly<Record<string, string>> = {
  '/login': 'session/Login.tsx',
  '/signup': 'signup/SignUp.tsx',
  '/tenant_admin': 'dashboards/TenantAdminDashboard.tsx',
  '/tenant_admin/employees': 'dashboards/ToolPages.tsx',
  '/tenant_admin/projects': 'dashboards/ToolPages.tsx',
  '/tenant_admin/projects/:id': 'dashboards/ProjectPage.tsx',
  '/project_manager': 'dashboards/ProjectManagerDashboard.tsx',
  '/project_manager/projects/:id': 'dashboards/ProjectPage.tsx',
  '/project_manager/tasks/:id': 'dashboards/TaskPage.tsx',
  '/developer': 'dashboards/DeveloperDashboard.tsx',
  '/developer/projects/:id': 'dashboards/ProjectPage.tsx',
  '/hr': 'dashboards/HrDashboard.tsx',
  '/people': 'dashboards/PeoplePages.tsx',
  '/people/organisation': 'dashboards/PeoplePages.tsx',
  '/people/:id': 'dashboards/PeoplePages.tsx',
  '/profile': 'dashboards/ProfilePage.tsx',
  '/chat': 'dashboards/ChatPage.tsx',
  '/chat/:id': 'dashboards/ChatPage.tsx',
}
const guests = /^(session|signup)\//
const shownToPeople = ['dashboards/Live.tsx', 'ui/feedback/Overlays.tsx']

/** Writes `first.json`: the scripts and styles that a page loads before it is shown, by its address. */
export const firstFiles = (): Plugin => ({
  name: 'first-files',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const chunkOf = (module: string) => {
      const id = path.join(import.meta.dirname, 'src', module)
      return chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? this.error(`No file of the build has ${module}.`)
    }
    const files = Object.entries(pages).map(([address, module]) => {
      const modules = [module, ...(guests.test(module) ? [] : shownToPeople)]
      return [address, filesOf(modules.map(chunkOf), bundle)]
    })
    this.emitFile({ type: 'asset', fileName: 'first.json', source: JSON.stringify(Object.fromEntries(files)) })
  },
})

type LaterFiles = {
  /** Whether a chunk that is loaded later is included; by default none is. */
  isLazyIncluded?: (chunk: Rolldown.OutputChunk) => boolean
}

/** The files of the chunks with all that they import, and with what they may import later if that is included. */
export function filesOf(
  starts: Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
  { isLazyIncluded = () => false }: LaterFiles = {},
) {
  const chunks = new Set(starts)
  for (const { imports, dynamicImports } of chunks)
    for (const name of [...imports, ...dynamicImports]) {
      const imported = bundle[name]
      if (imported?.type === 'chunk' && (imports.includes(name) || isLazyIncluded(imported))) chunks.add(imported)
    }
  const all = [...chunks]
  return {
    scripts: all.map(({ fileName }) => `/${fileName}`),
    styles: [...new Set(all.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)))],
  }
}
