/** Every tab takes a new version up as soon as no form with unsaved text is open in it: the old files are gone by then. */
import { watch } from 'vue'
import { useDesk } from './desk.ts'

export function followUpdates(
  serviceWorker: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>,
  reload: () => void,
): void {
  const desk = useDesk()
  // The first to control a page that came over the network is of its own version.
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) desk.isOutdated = true
    isControlled = true
  })
  watch(
    () => desk.isOutdated && !desk.hasDirtyForm,
    isDue => isDue && reload(),
  )
}
