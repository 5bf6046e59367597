/** The words of the second factor: they come with its panel. */
import { useI18n } from 'vue-i18n'
import { enSecondFactor } from '../../words/en-second-factor.ts'
import { idSecondFactor } from '../../words/id-second-factor.ts'
import { useWords } from '../../words/useWords.ts'

export function useFactorWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { factor: enSecondFactor })
  mergeLocaleMessage('id', { factor: idSecondFactor })
  return useWords()
}
