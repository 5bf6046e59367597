/** Characters. A stolen disk is guessed at without pauses: what is shorter does not hold. */
export const minPassphraseLength = 10

/** From so many wrong tries on it is said how many there are. */
export const saidFrom = 3
