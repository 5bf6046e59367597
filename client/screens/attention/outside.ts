/** [SC8] The server has refused it, as the record lies outside of what its person may see. */
import type { AttentionItem } from '../../contract.ts'

export function isOutside(item: AttentionItem): boolean {
  return (
    item.outcome === 'rejected' &&
    item.issues.some(({ code, field }) => code === 'out_of_scope' && field === '')
  )
}
