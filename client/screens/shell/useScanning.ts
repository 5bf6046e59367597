/** A reader that is used while no field has the focus: what it reads is looked for, wherever its person is. [UI94] */
import { useRoute, useRouter } from 'vue-router'
import { useContext } from '../context.ts'
import { scannedFields } from '../../../shared/metadata.ts'
import { useKinds } from '../record/useKinds.ts'
import { useSession } from '../stores/session.ts'
import { isDialogOpen } from '../ui/open-dialog.ts'
import { type KeyPress, scanIn } from '../ui/scan.ts'
import { useEvent } from '../ui/useEvent.ts'

/** More than any card or label holds. */
const keptPresses = 128

export function useScanning(): void {
  const { engine } = useContext()
  const kinds = useKinds()
  const route = useRoute()
  const router = useRouter()
  const session = useSession()
  let presses: KeyPress[] = []
  let scans = 0

  function onKey(event: KeyboardEvent): void {
    const { key, timeStamp: at } = event
    if (key === 'Shift') return
    presses = isForReader(event) ? [...presses.slice(-keptPresses), { key, at }] : []
    const code = scanIn(presses)
    if (code === null) return
    // Its Enter would press what has the focus, or open a row.
    event.preventDefault()
    event.stopPropagation()
    void find(code)
  }
  useEvent(document, 'keydown', onKey, { capture: true })

  /** A form is left by nobody but its person. */
  function isForReader({ target, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (session.opening.state !== 'open') return false
    const isTyping =
      target instanceof Element && target.closest('input, select, textarea, dialog, [role=dialog]')
    return !(isTyping || repeat || ctrlKey || metaKey || altKey || isDialogOpen() || route.meta.isWhole)
  }

  /** Among all records of the kind on the screen, or of the first that has such fields: no filter hides it. */
  async function find(code: string): Promise<void> {
    const mine = ++scans
    const able = kinds.filter(kind => scannedFields(kind).length > 0)
    const kind = able.find(({ name }) => name === route.params['kind']) ?? able[0]
    if (!kind) return
    const { onlyHit } = await import('../list/only-hit.ts')
    const uid = await onlyHit(engine, kind, { search: code, filters: [], sort: [], states: [] })
    if (mine !== scans) return
    await router.push({ path: `/${kind.name}${uid === null ? '' : `/${uid}`}`, query: { q: code } })
  }
}
