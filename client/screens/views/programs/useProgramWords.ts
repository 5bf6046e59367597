/** The words about other programs: they come with their screen, as few look there. */
import { useI18n } from 'vue-i18n'
import { enPrograms } from '../../words/en-programs.ts'
import { idPrograms } from '../../words/id-programs.ts'
import { useWords } from '../../words/useWords.ts'

export function useProgramWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { programs: enPrograms })
  mergeLocaleMessage('id', { programs: idPrograms })
  return useWords()
}
