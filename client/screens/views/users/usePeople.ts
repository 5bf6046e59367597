/** The people of the screen with what each may see: for admins everybody, for managers those whom they look after. [SC7] */
import { computed, type Ref, shallowRef } from 'vue'
import { type AccountRow, useContext } from '../../context.ts'
import type { Granted, Grantee } from '../../grants.ts'
import { useSession } from '../../stores/session.ts'
import { useRequest } from '../useRequest.ts'

export type PersonRow = AccountRow & Grantee

export function usePeople() {
  const { accounts, grants } = useContext()
  const session = useSession()
  const { isBusy, failure, run } = useRequest()
  const people = shallowRef<PersonRow[] | null>(null)
  const granted = shallowRef<Granted>({ people: [], wholes: [], titles: {}, gone: {} })

  async function load(): Promise<void> {
    await run(async () => {
      const [told, users] = await Promise.all([grants.all(), session.isAdmin ? accounts.listUsers() : null])
      const byId = new Map(told.people.map(person => [person.id, person]))
      granted.value = told
      // One that was made between the two answers has no grants yet.
      people.value = users
        ? users.map(user => ({ everything: true, inCharge: true, grants: [], ...byId.get(user.id), ...user }))
        : told.people
    })
  }

  return { people, granted, isBusy, failure, load, selection: selectionOf(people) }
}

export type PeopleSelection = ReturnType<typeof selectionOf>

/** Of those that are there: who has gone is not selected any more. */
function selectionOf(people: Readonly<Ref<PersonRow[] | null>>) {
  const selected = shallowRef<ReadonlySet<string>>(new Set())
  const chosen = computed(() => people.value?.filter(({ id }) => selected.value.has(id)) ?? [])
  const extent = computed(() => {
    if (chosen.value.length === 0) return 'none'
    return chosen.value.length === people.value?.length ? 'all' : 'some'
  })

  return {
    chosen,
    extent,
    has: (id: string) => selected.value.has(id),
    turn(id: string): void {
      const next = new Set(selected.value)
      if (!next.delete(id)) next.add(id)
      selected.value = next
    },
    all(isOn: boolean): void {
      selected.value = new Set(isOn ? people.value?.map(({ id }) => id) : [])
    },
  }
}
