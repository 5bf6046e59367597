/** The words of an overview: they come with its screen. */
import { useI18n } from 'vue-i18n'
import { enOverview } from '../words/en-overview.ts'
import { idOverview } from '../words/id-overview.ts'
import { useWords } from '../words/useWords.ts'

export function useOverviewWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { overview: enOverview })
  mergeLocaleMessage('id', { overview: idOverview })
  return useWords()
}
