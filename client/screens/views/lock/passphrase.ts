/** Characters. A stolen disk is guessed at without pauses: what is shorter does not hold. */
export const minPassphraseLength = 10
