/** Sealing as it takes its time: others come in between. */
import { vi } from 'vitest'

/** While the next of all values is sealed. */
export function whileSealing(act: () => Promise<unknown>): void {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  const spy = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    spy.mockRestore()
    await act()
    return encrypt(...given)
  })
}
