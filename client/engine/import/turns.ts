/** Long work a little at a time: whoever runs it lets others in between, or gives it up. [IM9] */

/** Some 5 ms of work. */
const perTurn = 500

export function* inTurns(count: number, act: (index: number) => void): Generator<void, void> {
  for (let index = 0; index < count; index++) {
    act(index)
    if ((index + 1) % perTurn === 0) yield
  }
}
