/** The words about browsers: they come with the screens that need them, as every start waits for the others. */
import { useI18n } from 'vue-i18n'
import type { BrowserRow } from '../../../shared/browsers.ts'
import { enBrowsers } from './en-browsers.ts'
import { idBrowsers } from './id-browsers.ts'
import { useWords } from './useWords.ts'

export function useBrowserWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { browsers: enBrowsers })
  mergeLocaleMessage('id', { browsers: idBrowsers })
  const words = useWords()
  const { t } = words

  /** What it says it is. */
  function kindOf({ program, system }: BrowserRow): string {
    if (program && system) return t('browsers.what', { program, system })
    return program || system || t('browsers.unknown')
  }
  return { ...words, kindOf, titleOf: (row: BrowserRow) => row.name || kindOf(row) }
}
