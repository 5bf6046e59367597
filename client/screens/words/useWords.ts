/** Everything a component needs to speak: sentences, labels of kinds and fields, numbers and dates. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { Issue } from '../../../shared/fields.ts'
import type { StorageFault } from '../../contract.ts'
import type { Field, Words } from '../../../shared/metadata.ts'
import { localeOf, type LanguageCode } from './catalogue.ts'
import { formatsOf } from './formats.ts'

/** Characters of a request's id that are read to somebody. */
const spoken = 8

export function useWords() {
  const { t, te, locale } = useI18n()
  const language = computed(() => locale.value as LanguageCode)
  const formats = computed(() => formatsOf(localeOf(language.value, navigator.languages)))
  const label = (words: Words) => words[language.value]

  /** A sentence whose form depends on a number; the number is written in the reader's way. */
  function count(key: string, amount: number, params: Record<string, unknown> = {}): string {
    return t(key, { ...params, count: formats.value.number(amount) }, amount)
  }

  /** `length`: how many characters the value has now. */
  function issueText(issue: Issue, field: Field | undefined, length?: number): string {
    const name = field ? label(field.label) : issue.field
    const key = te(`issue.${issue.code}`) ? `issue.${issue.code}` : 'issue.other'
    const params: Record<string, string | number | undefined> = { count: length, ...issue.params }
    const amount = Number(params['max'] ?? params['count'] ?? 1)
    const written = Object.entries(params).map(([key, value]) => [key, writeNumber(value)])
    return t(key, { ...Object.fromEntries(written), field: name, code: issue.code }, amount)
  }

  function writeNumber(value: string | number | undefined): string {
    return typeof value === 'number' ? formats.value.number(value) : (value ?? '')
  }

  /** [OP8] With the number by which whoever runs the server finds it in the log, where there is one. */
  function errorText({ code, requestId }: { code: ErrorCode; requestId?: string | null }): string {
    const text = t(`error.${code}`)
    return requestId ? t('error.withNumber', { text, number: requestId.slice(0, spoken) }) : text
  }

  return {
    t,
    label,
    count,
    issueText,
    errorText,
    faultText: (fault: StorageFault) => t(`fault.${fault}`),
    formats,
  }
}
