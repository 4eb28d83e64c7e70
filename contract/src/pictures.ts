import { z } from 'zod'
import { ImageBytes, id, idText, Nothing } from './common.ts'
import { workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'

/** The size of the largest file that may be sent. */
export const pictureBytes = 5 * 1024 * 1024
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

export const pictureProblems = {
  missing: 'Choose a picture.',
  unreadable: 'This is not a picture that can be used. Choose a PNG, JPEG, WebP or GIF file.',
  tooLarge: 'This file is larger than 5 MB.',
  tooManyPixels: 'This picture has too many pixels. It can be 10,000 wide or high, and have 50 million in all.',
} as const

const version = z.string()
/** `ground` is what a transparent logo needs to be seen on; null if it is seen on anything. */
export const Logo = z.object({
  version,
  width: z.number().int(),
  height: z.number().int(),
  ground: z.enum(['light', 'dark']).nullable(),
})
export type Logo = z.output<typeof Logo>

const Version = z.object({ version })
/** The version in the address lets the browser keep the picture. Another version is not found. */
const query = z.object({ v: z.string('Not a version.').max(50, 'Not a version.').optional() })
const administrators = ['tenant_admin'] as const

/** The faces of people, and the workspace's logo. */
export const pictures = {
  /** The people who have a picture, with its version. Initials stand for everybody else. */
  list: workspace({
    route: 'GET /api/pictures/',
    access: workspaceRoles,
    models: ['pictures'],
    is_kept_on_device: true,
    returns: z.object({ logo: Logo.nullable(), people: z.array(z.object({ person_id: id, version })) }),
  }),
  ofPerson: workspace({
    route: 'GET /api/people/:person_id/picture/',
    access: workspaceRoles,
    params: z.object({ person_id: idText }),
    query,
    returns: ImageBytes,
  }),
  setOwn: workspace({
    route: 'PUT /api/profile/picture/',
    access: workspaceRoles,
    not_in_demo: true,
    max_bytes: pictureBytes,
    body: ImageBytes,
    returns: Version,
  }),
  removeOwn: workspace({
    route: 'DELETE /api/profile/picture/',
    access: workspaceRoles,
    not_in_demo: true,
    status: 204,
    returns: Nothing,
  }),
  logo: workspace({ route: 'GET /api/workspace/logo/', access: workspaceRoles, query, returns: ImageBytes }),
  setLogo: workspace({
    route: 'PUT /api/workspace/logo/',
    access: administrators,
    not_in_demo: true,
    max_bytes: pictureBytes,
    body: ImageBytes,
    returns: Version,
  }),
  removeLogo: workspace({
    route: 'DELETE /api/workspace/logo/',
    access: administrators,
    not_in_demo: true,
    status: 204,
    returns: Nothing,
  }),
}
