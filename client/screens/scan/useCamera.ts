/** A camera that looks for a code: taken when its screen begins, and given back however that ends. [UI96] */
import { onBeforeUnmount, ref, type Ref } from 'vue'

/** Somebody said no; there is none; it cannot be had, or the browser cannot read with it. */
export type Trouble = 'denied' | 'missing' | 'failed'

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
/** Some browsers have it, and their types do not. */
type WithDetector = Window & { BarcodeDetector?: new () => Detector }

export function useCamera(video: Readonly<Ref<HTMLVideoElement | null>>, take: (code: string) => void) {
  const trouble = ref<Trouble | null>(null)
  let stream: MediaStream | null = null
  let isOver = false

  function release(): void {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
  }

  async function begin(): Promise<void> {
    trouble.value = null
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const code = isOver ? null : await read(stream)
      if (!isOver && code !== null) take(code)
    } catch (error) {
      if (!isOver) trouble.value = troubleOf(error)
    } finally {
      release()
    }
  }

  /** null: nobody waits for it any more. */
  async function read(from: MediaStream): Promise<string | null> {
    const { BarcodeDetector } = window as WithDetector
    const { value: picture } = video
    if (!BarcodeDetector || !picture) throw new Error('nothing to read with')
    picture.srcObject = from
    await picture.play()
    const detector = new BarcodeDetector()
    while (!isOver) {
      const [found] = await detector.detect(picture)
      const code = found?.rawValue.trim()
      if (code) return code
      await new Promise(resolve => requestAnimationFrame(resolve))
    }
    return null
  }

  onBeforeUnmount(() => {
    isOver = true
    release()
  })
  return { trouble, begin }
}

function troubleOf(error: unknown): Trouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed'
}
