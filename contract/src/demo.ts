import { z } from 'zod'
import { Me } from './auth.ts'
import { choice } from './common.ts'
import { workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'

/** The subdomain of the demonstration. */
export const demoSubdomain = 'demo'

const DemoPerson = z.object({ role: z.enum(workspaceRoles), full_name: z.string() })

/** Anybody looks around in the demonstration, without a password. 404 in every other workspace, and where there is no demonstration. */
export const demo = {
  /** The people as whom one can look around, one of each role. Nobody has a password where it `is_public`. */
  people: workspace({
    route: 'GET /api/demo/',
    access: 'public',
    returns: z.object({ people: z.array(DemoPerson), is_public: z.boolean() }),
  }),
  /** Begins a session as one of them, 60 times an hour from one address. */
  enter: workspace({ route: 'POST /api/demo/', access: 'public', body: z.object({ role: choice(workspaceRoles) }), returns: Me }),
}
