/**
 * A field's value as it is shown: in words, marked where a search matched, masked or blank. A list draws hundreds of
 * them with every key, so this makes plain elements and no component.
 */
import { computed, h, type VNode } from 'vue'
import type { Value } from '../../../shared/fields.ts'
import type { Field } from '../../../shared/metadata.ts'
import { useWords } from '../words/useWords.ts'
import { type DisplayWords, displayOf } from './displays.ts'
import { isMasked } from './visible.ts'

export type Ranges = readonly (readonly [start: number, end: number])[]

export interface Given {
  value: Value | undefined
  title?: string | undefined
  /** Ranges to highlight in the text shown. */
  marks?: Ranges | undefined
  /** Somebody asked to see the secret. */
  isRevealed?: boolean
}

export type FieldText = (field: Field, given: Given) => VNode

export function isBlank(value: Value | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === ''
}

/** The words are looked up once for all values that the calling component shows. */
export function useDisplayWords() {
  const { t, formats } = useWords()
  return computed((): DisplayWords => ({
    yes: t('yes'),
    no: t('no'),
    unknownReference: t('detail.unknownReference'),
    goneReference: t('detail.goneReference'),
    dateTime: formats.value.dateTime,
    moment: value => formats.value.moment(Date.parse(value)),
    day: formats.value.day,
  }))
}

export function useFieldText(): FieldText {
  const { t } = useWords()
  const blank = computed(() => t('blank'))
  const words = useDisplayWords()

  return (field, { value, title, marks, isRevealed = false }) => {
    if (isBlank(value)) return blankText(blank.value)
    if (isMasked(field) && !isRevealed)
      return h('span', { class: 'masked', 'aria-hidden': 'true' }, '••••••••')
    const { text, look, instant } = displayOf(field).shown(value, words.value, title)
    if (instant !== undefined) return h('time', { class: look, datetime: instant }, text)
    return h('span', { class: look }, marks ? marked(text, marks) : text)
  }
}

function blankText(word: string): VNode {
  const dash = h('span', { 'aria-hidden': 'true' }, '–')
  return h('span', { class: 'muted' }, [h('span', { class: 'unseen' }, word), dash])
}

function marked(text: string, marks: Ranges): (string | VNode)[] {
  const parts: (string | VNode)[] = []
  let at = 0
  for (const [start, end] of marks) {
    if (start < at || end > text.length) continue
    if (start > at) parts.push(text.slice(at, start))
    parts.push(h('mark', text.slice(start, end)))
    at = end
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}
