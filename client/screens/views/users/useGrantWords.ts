/** The words of who may see what: kinds are called as the metadata calls them. They come with the screen that needs them. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Kind } from '../../../../shared/metadata.ts'
import { useContext } from '../../context.ts'
import type { Granted, Grantee } from '../../grants.ts'
import { useKinds } from '../../record/useKinds.ts'
import { localeOf, type LanguageCode } from '../../words/catalogue.ts'
import { enGrants } from '../../words/en-grants.ts'
import { idGrants } from '../../words/id-grants.ts'
import { useBrowserWords } from '../../words/useBrowserWords.ts'

export function useGrantWords() {
  const { mergeLocaleMessage, locale } = useI18n()
  mergeLocaleMessage('en', { grants: enGrants })
  mergeLocaleMessage('id', { grants: idGrants })
  // The users are told of browsers, too.
  const words = useBrowserWords()
  const { t, label, formats } = words
  const { kinds } = useContext()
  const kindsForPeople = useKinds()
  const lists = computed(
    () => new Intl.ListFormat(localeOf(locale.value as LanguageCode, navigator.languages)),
  )

  const countOf = (kind: Kind, amount: number) =>
    `${formats.value.number(amount)} ${label(amount === 1 ? kind.label : kind.plural)}`

  /** Records by kind, as *1,240 Record A and 12 Devices*. */
  function recordsIn(counts: Record<string, number>): string {
    const parts = kindsForPeople.flatMap(kind => {
      const amount = counts[kind.name] ?? 0
      return amount > 0 ? [countOf(kind, amount)] : []
    })
    return parts.length > 0 ? lists.value.format(parts) : t('grants.nothing')
  }

  /** What somebody was granted, as *2 Sites and all Record B*; what is deleted counts for nothing. */
  function grantsOf({ grants }: Grantee, gone: Granted['gone']): string {
    const amounts = new Map<string, number>()
    for (const { kind, id } of grants)
      if (!gone[kind]?.includes(id)) amounts.set(kind, (amounts.get(kind) ?? 0) + 1)
    const parts = kinds.flatMap(kind => {
      const amount = amounts.get(kind.name)
      if (amount === undefined) return []
      return [kind.grantable ? countOf(kind, amount) : t('grants.all', { kind: label(kind.plural) })]
    })
    return lists.value.format(parts)
  }

  function seenBy(person: Grantee, { gone }: Granted, isAdmin: boolean): string {
    if (person.everything) return t('grants.seesEverything')
    const what = grantsOf(person, gone)
    // A manager is not told of the rest.
    if (!isAdmin) return what ? t('grants.yours', { what }) : t('grants.nothingOfYours')
    return what ? t('grants.sees', { what }) : t('grants.seesNothing')
  }

  return { ...words, lists, recordsIn, seenBy }
}
