/** The ways to every screen: those of the kinds first, as each was asked for last, then what the app itself has. */
import { type Component, computed } from 'vue'
import {
  Building,
  FileText,
  MapPin,
  MonitorSmartphone,
  RefreshCw,
  ScrollText,
  Settings,
  Tablet,
  TriangleAlert,
  User,
  Users,
} from '@lucide/vue'
import { type LocationQueryRaw, useRoute } from 'vue-router'
import type { Kind } from '../../../shared/metadata.ts'
import { useKinds } from '../record/useKinds.ts'
import { useLastAsked } from '../stores/last-asked.ts'
import { useHanded } from '../stores/handed.ts'
import { useSession } from '../stores/session.ts'
import { useSync } from '../stores/sync.ts'
import { useWords } from '../words/useWords.ts'

export interface Link {
  to: string
  query: LocationQueryRaw
  icon: Component
  text: string
  count: number
}

export const kindIcons: Record<Kind['icon'], typeof User> = {
  person: User,
  building: Building,
  device: Tablet,
  site: MapPin,
  file: FileText,
}

export function useLinks() {
  const route = useRoute()
  const kinds = useKinds()
  const lastAsked = useLastAsked()
  const session = useSession()
  const handed = useHanded()
  const sync = useSync()
  const { t, label } = useWords()

  const toKinds = computed(() =>
    kinds.map((kind): Link => ({
      to: `/${kind.name}`,
      query: lastAsked.queryOf(kind.name),
      icon: kindIcons[kind.icon],
      text: label(kind.plural),
      count: 0,
    })),
  )
  const toAttention = computed((): Link => ({
    to: '/attention',
    query: {},
    icon: TriangleAlert,
    text: t('nav.attention'),
    count: (sync.status?.attention ?? 0) + handed.count,
  }))
  const plain = (to: string, icon: Component, name: string): Link => ({
    ...{ to, icon, count: 0, query: {} },
    text: t(`nav.${name}`),
  })
  /** At the top of the rail, and at its foot. */
  const high = computed(() => [...toKinds.value, toAttention.value])
  const low = computed(() => [
    plain('/sync', RefreshCw, 'sync'),
    ...(session.mayGrant ? [plain('/users', Users, 'users')] : []),
    ...(session.isAdmin
      ? [plain('/browsers', MonitorSmartphone, 'browsers'), plain('/audit', ScrollText, 'audit')]
      : []),
    plain('/settings', Settings, 'settings'),
  ])

  function isHere(to: string): boolean {
    return route.path === to || route.path.startsWith(`${to}/`)
  }

  return { high, low, isHere }
}
