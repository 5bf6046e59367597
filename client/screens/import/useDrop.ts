/** A file that is let go anywhere on the page: beside a target, a browser would open it in place of the app. */
import { ref } from 'vue'
import { useEvent } from '../ui/useEvent.ts'

export function useDrop(take: (file: File) => unknown) {
  const isOver = ref(false)
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

  useEvent<DragEvent>(document, 'dragover', event => {
    if (!hasFile(event)) return
    event.preventDefault()
    isOver.value = true
  })
  useEvent<DragEvent>(document, 'dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) isOver.value = false
  })
  useEvent<DragEvent>(document, 'drop', event => {
    isOver.value = false
    const [file] = event.dataTransfer?.files ?? []
    if (!file) return
    event.preventDefault()
    take(file)
  })
  return isOver
}
