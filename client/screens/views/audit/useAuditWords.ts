/** The words of the audit: they come with it, as few look there. */
import { useI18n } from 'vue-i18n'
import { enAudit } from '../../words/en-audit.ts'
import { idAudit } from '../../words/id-audit.ts'
import { useWords } from '../../words/useWords.ts'

export function useAuditWords() {
  const { mergeLocaleMessage, te } = useI18n()
  mergeLocaleMessage('en', { audit: enAudit })
  mergeLocaleMessage('id', { audit: idAudit })
  return { ...useWords(), te }
}
