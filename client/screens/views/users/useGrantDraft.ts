/** The draft of a change of grants on the screen: the records of each kind with their titles, and the kinds as a whole. */
import { computed, ref, shallowRef } from 'vue'
import type { Kind } from '../../../../shared/metadata.ts'
import { holdingKind, wholeKind } from '../../../../shared/scope.ts'
import { useContext } from '../../context.ts'
import { type Grant, type Granted, type Grantee, nameOfGrant } from '../../grants.ts'
import { useGrantWords } from './useGrantWords.ts'
import { countOfHolders, draftOf, type Extent, extentIn, messageOf, turn } from './grant-draft.ts'

/** Something that is granted, or could be. */
export interface GrantRow extends Grant {
  title: string
  extent: Extent
  /** What else there is to say of it. */
  note: string
}

export function useGrantDraft(people: readonly Grantee[], granted: Granted) {
  const { kinds } = useContext()
  const { t, label, formats } = useGrantWords()
  const draft = shallowRef(draftOf(people))
  /** Found and added here. */
  const added = ref<(Grant & { title: string })[]>([])
  const message = computed(() => messageOf(draft.value, people))
  const everything = computed({
    get: () => draft.value.everything,
    set: value => (draft.value = { ...draft.value, everything: value }),
  })

  const unique = new Map(people.flatMap(({ grants }) => grants).map(each => [nameOfGrant(each), each]))
  const held = [...unique.values()]

  function rowOf(grant: Grant, title: string, isUnknown = false): GrantRow {
    const isGone = granted.gone[grant.kind]?.includes(grant.id) ?? false
    const count = countOfHolders(people, grant)
    const extent = extentIn(draft.value, people, grant)
    const { number } = formats.value
    const notes = [
      isGone && t('grants.gone'),
      isUnknown && !isGone && t('grants.unknown'),
      extent === 'some' && t('grants.some', { count: number(count), total: number(people.length) }),
      extent === 'all' && count < people.length && t('grants.given'),
      extent === 'none' && count > 0 && t('grants.taken'),
    ]
    return { ...grant, title, extent, note: notes.filter(Boolean).join(' · ') }
  }

  /** Those that somebody had when this began stay where they are, also when they are taken. */
  function recordsOf({ name }: Kind): GrantRow[] {
    const rows = held
      .filter(({ kind }) => kind === name)
      .map(grant => {
        const title = granted.titles[name]?.[grant.id]
        return rowOf(grant, title ?? `#${grant.id}`, title === undefined)
      })
    rows.sort((one, other) => one.title.localeCompare(other.title))
    const others = added.value.filter(({ kind }) => kind === name)
    return [...others.map(({ title, kind, id }) => rowOf({ kind, id }, title)), ...rows]
  }

  const isWhole = (kind: Kind) => !kind.grantable && holdingKind(kind) === kind.name
  /** [SC7] Those that somebody has are told only to whoever may give them. */
  const wholes = computed(() =>
    kinds
      .filter(kind => isWhole(kind) && granted.wholes.includes(kind.name))
      .map(kind =>
        rowOf({ kind: kind.name, id: wholeKind }, t('grants.whole', { kind: label(kind.plural) })),
      ),
  )
  /** Of kinds that this version of the app does not know. */
  const others = computed(() =>
    held
      .filter(({ kind }) => !kinds.some(({ name }) => name === kind))
      .map(grant => rowOf(grant, `${grant.kind} #${grant.id}`)),
  )

  return {
    message,
    everything,
    grantable: kinds.filter(kind => kind.grantable),
    recordsOf,
    wholes,
    others,
    turn: ({ kind, id }: Grant) => (draft.value = turn(draft.value, people, { kind, id })),
    /** Newest first, where the eye is. */
    add(grant: Grant, title: string) {
      added.value = [{ ...grant, title }, ...added.value]
      draft.value = turn(draft.value, people, grant)
    },
  }
}
