/** A database dialect whose every call passes through us. */
import type { DatabaseConnection, Dialect, Driver } from 'kysely'

interface Hooks {
  /** Around each call to the driver or one of its connections. */
  during?<T>(call: Promise<T>): Promise<T>
  /** Instead of closing. */
  destroy?(close: () => Promise<void>): Promise<void>
}

export function around(
  dialect: Dialect,
  { during = call => call, destroy = close => close() }: Hooks,
): Dialect {
  function passing<T extends object>(
    target: T,
    special: Partial<Record<string, (...given: never[]) => unknown>>,
  ): T {
    return new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        // Bound to the real one: it has private members.
        const own = (typeof key === 'string' ? special[key] : undefined) ?? value.bind(target)
        return (...given: never[]) => {
          const answer: unknown = own(...given)
          return answer instanceof Promise ? during(answer) : answer
        }
      },
    })
  }
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: db => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver: Driver = dialect.createDriver()
      return passing(driver, {
        acquireConnection: async (...given: Parameters<Driver['acquireConnection']>) =>
          passing<DatabaseConnection>(await driver.acquireConnection(...given), {}),
        destroy: () => destroy(() => driver.destroy()),
      })
    },
  }
}
