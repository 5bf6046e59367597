/** Why rows are refused: in words on the screen, and in a file of those rows. [IM8] */
import type { Issue } from '../../../shared/fields.ts'
import { fieldNamed, type Kind } from '../../../shared/metadata.ts'
import type { RefusedWords } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useDesk } from '../stores/desk.ts'
import { downloadFile } from '../ui/download.ts'
import { enImport } from '../words/en-import.ts'
import { fieldsFor } from './plan.ts'
import { useImportWords } from './useImportWords.ts'

/** Each stands for itself, so that the worker writes an issue's own in its place. */
const standing = { max: '{max}', text: '{text}', line: '{line}' }

export function useRefused(kind: Kind) {
  const { engine } = useContext()
  const desk = useDesk()
  const { t, label, formats, faultText } = useImportWords()

  function words(): RefusedWords {
    const sentences = Object.keys(enImport.reasons).map(code => [
      code,
      t(`import.reasons.${code}`, { ...standing, code }),
    ])
    return {
      reason: t('import.reason'),
      labels: Object.fromEntries(fieldsFor(kind).map(({ name, label: words }) => [name, label(words)])),
      issues: Object.fromEntries(sentences),
    }
  }

  /** `from`: the name of the file that they stood in. */
  async function save(from: string): Promise<void> {
    const answer = await engine.refusedRows(words())
    if (answer.outcome === 'failed') return desk.warn(faultText(answer.fault))
    const stem = from.replace(/\.\w+$/, '')
    downloadFile(`${stem}-${t('import.fileName')}.csv`, answer.file)
  }

  function reasonOf({ field: name, code, params = {} }: Issue): string {
    const known = code in enImport.reasons ? code : 'other'
    const written = Object.entries(params).map(([key, value]) => [
      key,
      typeof value === 'number' ? formats.value.number(value) : value,
    ])
    const text = t(`import.reasons.${known}`, { ...Object.fromEntries(written), code })
    const field = fieldNamed(kind, name)
    return field ? `${label(field.label)}: ${text}` : text
  }

  return { save, reasonOf }
}
