/** Takes a person's data off this browser, and what stands beside it. */
import type { Engine } from '../../contract.ts'
import { forgetTraces } from './traces.ts'

/**
 * [RM2] First nothing says any more that something was here: cut off in between, nobody is told of a loss. And once more, as
 * an app that was open until then may have noted it meanwhile.
 */
export async function removeData(engine: Pick<Engine, 'wipe'>, userId: string): ReturnType<Engine['wipe']> {
  forgetTraces(userId)
  const answer = await engine.wipe(userId)
  if (answer.outcome === 'wiped') forgetTraces(userId)
  return answer
}
