/** What goes to a database, as it goes. */
import type { CompiledQuery, Dialect, Driver as KyselyDriver } from 'kysely'

export type Heard = Pick<CompiledQuery, 'sql' | 'parameters'>

/** A dialect that tells of each statement that goes to the database. */
export function listening(dialect: Dialect, hear: (statement: Heard) => void): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: db => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      return new Proxy<KyselyDriver>(driver, {
        get(_, key) {
          const value: unknown = Reflect.get(driver, key)
          if (typeof value !== 'function') return value
          if (key === 'acquireConnection')
            return async () => {
              const connection = await driver.acquireConnection()
              return new Proxy(connection, {
                get(_, name) {
                  const own: unknown = Reflect.get(connection, name)
                  if (typeof own !== 'function') return own
                  return (...given: unknown[]) => {
                    const [query] = given as [Heard | undefined]
                    if (name === 'executeQuery' && query) hear(query)
                    return own.apply(connection, given) as unknown
                  }
                },
              })
            }
          return value.bind(driver) as unknown
        },
      })
    },
  }
}
