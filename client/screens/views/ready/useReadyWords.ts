/** The words of the Ready screen: they come with it, as few look there and every start waits for the others. */
import { useI18n } from 'vue-i18n'
import { enReady } from '../../words/en-ready.ts'
import { idReady } from '../../words/id-ready.ts'
import { useWords } from '../../words/useWords.ts'

export function useReadyWords() {
  const { mergeLocaleMessage, te } = useI18n()
  mergeLocaleMessage('en', { ready: enReady })
  mergeLocaleMessage('id', { ready: idReady })
  return { ...useWords(), te }
}
