/** What screens ask of many records at once, and of files of them: it needs every record, and parts that are loaded then. */
import type { Engine, EngineEvent } from '../contract.ts'
import { failed, read } from './ask/from-storage.ts'
import type { Importing, Many, User } from './world.ts'

interface Around {
  /** An act shows in the lists and in the counts. */
  acting<T>(act: () => Promise<T>): Promise<T>
  tell(event: EngineEvent): void
}

/** `letGo`: its person goes. */
export function manyAtOnce(current: () => User, { acting, tell }: Around) {
  let timesLetGo = 0
  /** The file that lies open. */
  let lying: { user: User; importing: Importing } | null = null

  async function importingOf(user: User): Promise<Importing> {
    const { createImporting } = await user.world.importing()
    if (lying?.user !== user) lying = { user, importing: createImporting(user, tell) }
    return lying.importing
  }

  async function ask<T>(question: (user: User) => Promise<T>) {
    const user = await current().whole
    return question(user).catch((error: unknown) => failed(user.world, error))
  }

  const act = <T>(done: (many: Many, user: User) => Promise<T>) =>
    ask(async user => {
      const { many } = await user.world.many()
      return acting(() => done(many, user))
    })

  /** [IM9] Also when it was let go before its part was loaded. */
  function withFile<T>(work: (importing: Importing) => Promise<T>) {
    const asked = timesLetGo
    return ask(async user => {
      const importing = await importingOf(user)
      return asked === timesLetGo ? work(importing) : ({ outcome: 'given up' } as const)
    })
  }

  const questions = {
    readTable: (kind, file, sheet) => withFile(importing => importing.read(kind, file, sheet)),
    compareTable: plan => withFile(importing => importing.compare(plan)),
    tableRows: async (wanted, offset, limit) => {
      const user = await current().whole
      return read(user, async () => (await importingOf(user)).rows(wanted, offset, limit))
    },
    importTable: () => withFile(importing => acting(() => importing.write())),
    refusedRows: async words => {
      const user = await current().whole
      return read(user, async () => ({ file: await (await importingOf(user)).refused(words) }))
    },
    letGoTable: async () => letItGo(),

    previewMany: async (selection, wanted) => {
      const user = await current().whole
      return read(user, async () => {
        const { many } = await user.world.many()
        return { preview: await many.preview(user, selection, wanted) }
      })
    },
    actOnMany: (selection, wanted) => act((many, user) => many.act(user, selection, wanted)),
    undoGroup: group => act((many, user) => many.undoGroup(user, group)),
  } satisfies Partial<Engine>

  function letItGo(): void {
    timesLetGo++
    lying?.importing.letGo()
  }
  function letGo(): void {
    letItGo()
    lying = null
  }
  return { questions, letGo }
}
