/** The records of a list that are selected: it stays while rows come and go, and ends with the question it is bound to. [MA1] */
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import type { Query, Row } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useDesk } from '../stores/desk.ts'
import { useWords } from '../words/useWords.ts'
import type { ListState } from './list-query.ts'
import {
  all,
  countOf,
  extentOf,
  isPicked,
  none,
  type Picked,
  questionOf,
  selectionOf,
  withThese,
} from './selection.ts'

interface List {
  kind: string
  state(): ListState
  query(): Query
  total(): number
  rowAt(index: number): Row | undefined
  change(part: Partial<ListState>): void
}

/** Where a range begins: what it does to the rows that it meets, and what was selected without it. */
interface Anchor {
  uid: string
  index: number
  isWanted: boolean
  before: Picked
}

/** Rows asked for at once, when a range reaches further than what is here. */
const rowsAtOnce = 2_000

export type ListSelection = ReturnType<typeof useSelection>

export function useSelection(list: List) {
  const { engine } = useContext()
  const { t } = useWords()
  const desk = useDesk()
  const picked = shallowRef<Picked>(none)
  /** Asked for, before anything is selected. */
  const isBegun = ref(false)
  const count = computed(() => countOf(picked.value, list.total()))
  let anchor: Anchor | null = null
  let lastRange = 0

  function put(next: Picked): void {
    lastRange++
    picked.value = countOf(next, list.total()) === 0 ? none : next
  }

  function end(): void {
    put(none)
    anchor = null
    isBegun.value = false
  }

  function toggle(index: number): void {
    const uid = list.rowAt(index)?.uid
    if (uid === undefined) return
    const isWanted = !isPicked(picked.value, uid)
    put(withThese(picked.value, [uid], isWanted))
    anchor = { uid, index, isWanted, before: picked.value }
  }

  /** From where a range began, else from this row, as far as that one. */
  async function extend(from: number, to: number): Promise<void> {
    const uid = list.rowAt(from)?.uid
    anchor ??= uid === undefined ? null : { uid, index: from, isWanted: true, before: picked.value }
    if (!anchor) return
    const mine = ++lastRange
    const { before, isWanted } = anchor
    const start = await placeOf(anchor)
    const uids = await uidsOf(Math.min(start < 0 ? to : start, to), Math.max(start, to))
    if (mine === lastRange) put(withThese(before, uids, isWanted))
  }

  async function placeOf({ uid, index }: Anchor): Promise<number> {
    return list.rowAt(index)?.uid === uid ? index : engine.locate(list.kind, list.query(), uid)
  }

  async function uidsOf(first: number, last: number): Promise<string[]> {
    const here = Array.from({ length: last - first + 1 }, (_, at) => list.rowAt(first + at)?.uid ?? null)
    const known = here.filter(uid => uid !== null)
    if (known.length === here.length) return known
    const uids: string[] = []
    for (let at = first; at <= last; at += rowsAtOnce) {
      const { rows } = await engine.query(list.kind, list.query(), at, Math.min(rowsAtOnce, last + 1 - at))
      uids.push(...rows.map(row => row.uid))
    }
    return uids
  }

  watch(
    [() => questionOf(list.query()), list.state],
    async ([now], [before, { search, filters, groups }]) => {
      if (now === before) return
      const kept = picked.value
      const isLost = count.value > 0
      end()
      if (!isLost) return
      const back = async () => {
        list.change({ search, filters, groups })
        await nextTick()
        put(kept)
      }
      desk.say(t('list.selectionEnded'), { label: t('list.selectionBack'), run: () => void back() })
    },
  )

  return {
    count,
    /** null: some alone are selected. */
    exceptions: computed(() => (picked.value.isAllBut ? picked.value.uids.size : null)),
    extent: computed(() => extentOf(picked.value, list.total())),
    isOn: computed(() => isBegun.value || count.value > 0),
    /** null: nothing is selected. */
    chosen: computed(() =>
      count.value === 0
        ? null
        : { rule: selectionOf(list.kind, list.query(), picked.value), count: count.value },
    ),
    has: (uid: string | undefined) => uid !== undefined && isPicked(picked.value, uid),
    toggle,
    extend,
    /** A range begins anew wherever its person goes next. */
    letGo: () => (anchor = null),
    all: () => put(all),
    none: () => put(none),
    begin: () => (isBegun.value = true),
    end,
  }
}
