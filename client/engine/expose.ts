/** One worker, one engine: a second one there would answer every question, too, and was never opened. */
import { type Endpoint, expose } from 'comlink'
import { assert } from '../../shared/assert.ts'
import type { FarEngine } from '../connect.ts'

/** On the scope itself: whoever evaluates the worker's script again has all of its modules anew. */
const mark = Symbol.for('records:exposed')

/** `scope`: where the questions arrive. */
export function exposeOnce(engine: FarEngine, scope: Endpoint & { [mark]?: true }): void {
  assert(!scope[mark], 'this worker is evaluated a second time')
  scope[mark] = true
  expose(engine, scope)
}
