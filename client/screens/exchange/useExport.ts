/** Makes a file of records in the worker, and hands it over. [EX1] */
import { ref } from 'vue'
import { fillable, type Kind } from '../../../shared/metadata.ts'
import { shownFieldNamed } from '../../../shared/provenance.ts'
import type { FileFormat, Query, Selection, StorageFault } from '../../contract.ts'
import { useContext } from '../context.ts'
import { isMasked } from '../fields/visible.ts'
import { useDisclosures } from '../stores/disclosures.ts'
import { dayOf } from '../ui/days.ts'
import { downloadFile } from '../ui/download.ts'
import { useExportWords } from './useExportWords.ts'

/** The records of a list that are selected, and how many that are. */
export interface SelectedForFile {
  rule: Selection
  count: number
}

interface Wanted {
  query: Query
  selection?: Selection
  format: FileFormat
  hasMark: boolean
  fields: readonly string[]
}

/** [SC9] All that reading the file back needs: the record's own id first. */
export function allFields(kind: Kind, areSecretsIn: boolean): string[] {
  const own = kind.fields.filter(({ primary }) => primary)
  const given = fillable(kind).filter(field => !field.isUnread && (areSecretsIn || !isMasked(field)))
  return [...own, ...given].map(({ name }) => name)
}

export const secretsOf = (kind: Kind) => kind.fields.filter(field => isMasked(field) && !field.isUnread)

export function useExport(kind: Kind) {
  const { engine, now } = useContext()
  const { t, label } = useExportWords()
  const disclosures = useDisclosures()
  const isBusy = ref(false)
  const fault = ref<StorageFault | null>(null)

  function labelsOf(names: readonly string[]): Record<string, string> {
    const labelOf = (name: string) => {
      const field = shownFieldNamed(kind, name)
      return field ? label(field.label) : name
    }
    return Object.fromEntries(names.map(name => [name, labelOf(name)]))
  }

  /** How many records it holds; null: it could not be made. */
  async function make(wanted: Wanted, isStillWanted: () => boolean): Promise<number | null> {
    isBusy.value = true
    fault.value = null
    const words = { labels: labelsOf(wanted.fields), yes: t('yes'), no: t('no') }
    const answer = await engine.exportFile({ kind: kind.name, ...wanted, words }).finally(() => {
      isBusy.value = false
    })
    if (!isStillWanted()) return null
    if (answer.outcome === 'failed') {
      fault.value = answer.fault
      return null
    }
    const secrets = secretsOf(kind).flatMap(({ name }) => (wanted.fields.includes(name) ? [name] : []))
    disclosures.add({ what: 'records_taken', kind: kind.name, count: answer.count, secrets })
    downloadFile(`${kind.name}-${dayOf(now())}.${wanted.format}`, answer.file)
    return answer.count
  }

  return { isBusy, fault, make }
}
