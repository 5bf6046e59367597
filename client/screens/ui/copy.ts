/** Puts a text where people paste from. false: the browser does not let us, as over a connection that is not secure. */

export async function copyText(text: string): Promise<boolean> {
  const { clipboard }: Partial<Navigator> = navigator
  if (!clipboard) return false
  try {
    await clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
