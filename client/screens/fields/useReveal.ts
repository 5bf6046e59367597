/** A secret is shown where it is known whose it is, and that it was is told. [AU6] */
import { inject, type InjectionKey, provide, ref, type Ref, watch } from 'vue'
import type { Field } from '../../../shared/metadata.ts'
import { useDisclosures } from '../stores/disclosures.ts'

interface Of {
  kind: string
  uid: string
}

const recordKey: InjectionKey<() => Of | null> = Symbol('record')

/** For everything below: the record whose values it shows; null: one that is only being made. */
export function showsRecord(of: () => Of | null): void {
  provide(recordKey, of)
}

/** null: nothing around says whose it is, and it stays masked. */
export function useReveal(field: () => Field): Ref<boolean> | null {
  const of = inject(recordKey, null)
  if (!of) return null
  const disclosures = useDisclosures()
  const isRevealed = ref(false)
  watch(isRevealed, isShown => {
    const record = of()
    if (isShown && record) disclosures.add({ what: 'secret_shown', ...record, field: field().name })
  })
  return isRevealed
}
