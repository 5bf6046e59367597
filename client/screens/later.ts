/** Requests whose code is loaded when they are first made: the first screen of a signed-in person needs none of it. */
import { AppError } from '../../shared/errors.ts'

type Methods<T> = { [Name in keyof T]: (...given: never[]) => Promise<unknown> }

export function later<T extends Methods<T>>(load: () => Promise<T>): T {
  let loaded: Promise<T> | undefined
  const known = () =>
    (loaded ??= load().catch((error: unknown) => {
      // The next one asks again.
      loaded = undefined
      throw new AppError('unreachable', {}, { cause: error })
    }))
  return new Proxy({} as T, {
    get: (_, name: keyof T & string) =>
      // Awaiting it must not look like a promise.
      (name as string) === 'then' ? undefined : async (...given: never[]) => (await known())[name](...given),
  })
}
