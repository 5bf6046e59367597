/** The one table of what the palette can do, beside opening records and screens. */
import { PanelLeft, Plus, RefreshCw, Settings } from '@lucide/vue'
import { useRouter } from 'vue-router'
import { useContext } from '../context.ts'
import { useKinds } from '../record/useKinds.ts'
import { useDesk } from '../stores/desk.ts'
import { usePreferences } from '../stores/preferences.ts'
import { densities, themes } from '../stores/preferred.ts'
import { useRail } from '../stores/rail.ts'
import { useSession } from '../stores/session.ts'
import { useMediaQuery } from '../ui/useMediaQuery.ts'
import { languageNames, type LanguageCode } from '../words/catalogue.ts'
import { useWords } from '../words/useWords.ts'
import { type Entry, isMeant, type Source } from './entries.ts'

type Action = Pick<Entry, 'key' | 'icon' | 'title' | 'run' | 'asks'> & {
  /** [UI7] */
  writes?: true
}

/** `signOut`: asks whether to. */
export function useActions(signOut: () => void): Source {
  const { engine } = useContext()
  const router = useRouter()
  const kinds = useKinds()
  const session = useSession()
  const preferences = usePreferences()
  const rail = useRail()
  const hasRail = useMediaQuery('(min-width: 1024px)')
  const desk = useDesk()
  const { t, label } = useWords()

  function choices(): Action[] {
    const choice = (name: 'language' | 'density' | 'theme', value: string, text: string, run: () => void) =>
      value === preferences[name]
        ? []
        : [{ key: `${name}:${value}`, icon: Settings, title: `${t(`settings.${name}`)}: ${text}`, run }]
    return [
      ...Object.entries(languageNames).flatMap(([code, text]) =>
        choice('language', code, text, () => (preferences.language = code as LanguageCode)),
      ),
      ...themes.flatMap(theme =>
        choice('theme', theme, t(`settings.${theme}`), () => (preferences.theme = theme)),
      ),
      ...densities.flatMap(density =>
        choice('density', density, t(`settings.${density}`), () => (preferences.density = density)),
      ),
    ]
  }

  function syncNow(): Promise<void> {
    desk.say(t('sync.startedNow'))
    return engine.syncNow()
  }

  const actions = (): Action[] => [
    ...kinds.map(({ name, label: words }) => ({
      key: `new:${name}`,
      icon: Plus,
      title: t('form.newTitle', { kind: label(words) }),
      writes: true as const,
      run: () => router.push(`/${name}/new`),
    })),
    { key: 'sync', icon: RefreshCw, title: t('sync.now'), run: syncNow },
    ...(hasRail.value
      ? [
          {
            key: 'rail',
            icon: PanelLeft,
            title: t(rail.isNarrow ? 'nav.widen' : 'nav.narrow'),
            run: rail.toggle,
          },
        ]
      : []),
    ...choices(),
    { key: 'keys', icon: Settings, title: t('settings.keys'), run: () => router.push('/settings') },
    { key: 'sign-out', icon: Settings, title: t('settings.signOut'), asks: true, run: signOut },
  ]

  return text =>
    actions()
      .filter(({ writes, title }) => (session.mayWrite || !writes) && isMeant(title, text))
      .map(({ writes: _, ...action }) => ({ ...action, what: t('palette.action') }))
}
