/** A transaction whose connection dies before it says that all was written. */

/** It is written, and for whoever waits for that it has failed. */
export function loseEnd(transaction: EventTarget): void {
  let aborted: ((event: Event) => void) | null = null
  Object.defineProperty(transaction, 'oncomplete', { writable: true, value: null })
  Object.defineProperty(transaction, 'onabort', {
    set(handler: (event: Event) => void) {
      aborted = handler
    },
  })
  transaction.addEventListener('complete', event => aborted?.(event))
}
