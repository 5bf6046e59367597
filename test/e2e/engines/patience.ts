/** How long a story waits for what is to be seen, in ms: never a matter of speed, as a machine may be busy with others. */
export const patienceMs = 20_000
