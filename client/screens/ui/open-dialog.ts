/** Keys belong to a dialog while it is open, wherever the focus is. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}
