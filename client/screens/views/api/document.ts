/** The description that this app was built with. [RE6] */
import document from 'virtual:api-document'
import type { Described } from './described.ts'

export const described = document as Described
