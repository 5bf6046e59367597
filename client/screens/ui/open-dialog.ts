/** Dialogs that the browser shows in front of everything. */

/** Keys belong to a dialog while it is open, wherever the focus is. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

/**
 * Before it is taken out, with which the focus would go. A field that gets it back takes no key in Chromium before the
 * page is drawn once more, unless it is given the focus anew.
 */
export function closeDialog(dialog: HTMLDialogElement | null): void {
  dialog?.close()
  const { activeElement } = document
  if (!(activeElement instanceof HTMLInputElement)) return
  activeElement.blur()
  activeElement.focus({ preventScroll: true })
}
