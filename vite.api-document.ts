/** The description of /api/v1 as a module of the client: it comes with the app's other files, so without a network as well. */
import type { Plugin } from 'vite'
import { openApi } from './server/rest/openapi.ts'
import { kinds } from './shared/kinds.ts'

const name = 'virtual:api-document'
const resolved = `\0${name}`

export const apiDocument: Plugin = {
  name: 'api-document',
  resolveId: id => (id === name ? resolved : undefined),
  load: id =>
    id === resolved
      ? `export default JSON.parse(${JSON.stringify(JSON.stringify(openApi(kinds)))})`
      : undefined,
}
