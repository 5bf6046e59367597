/** Which address leads to which screen, and who may go there. Screens load when they are first shown. */
import { createRouter, type RouterHistory, type Router } from 'vue-router'
import type { Kinds } from '../../shared/metadata.ts'
import { kindsForPeople } from './record/useKinds.ts'
import type { useSession } from './stores/session.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** Shown without an account. */
    isPublic?: true
    /** Stands in place of the list, also where there is room beside it. */
    isWhole?: true
  }
}

export function createAppRouter(
  history: RouterHistory,
  kinds: Kinds,
  session: () => ReturnType<typeof useSession>,
): Router {
  const first = kindsForPeople(kinds)[0]
  const router = createRouter({
    history,
    routes: [
      { path: '/', redirect: first ? `/${first.name}` : '/sync' },
      { path: '/sign-in', component: () => import('./views/SignInView.vue'), meta: { isPublic: true } },
      { path: '/setup', component: () => import('./views/SetupView.vue'), meta: { isPublic: true } },
      {
        path: '/set-up',
        component: () => import('./views/browsers/SetUpBrowserView.vue'),
        meta: { isPublic: true },
      },
      { path: '/attention', component: () => import('./views/AttentionView.vue') },
      { path: '/sync', component: () => import('./views/SyncView.vue') },
      { path: '/ready', component: () => import('./views/ReadyView.vue') },
      { path: '/users', component: () => import('./views/UsersView.vue') },
      { path: '/browsers', component: () => import('./views/browsers/BrowsersView.vue') },
      { path: '/audit', component: () => import('./views/audit/AuditView.vue') },
      { path: '/api-docs', component: () => import('./views/api/ApiView.vue') },
      { path: '/programs', component: () => import('./views/programs/ProgramsView.vue') },
      { path: '/settings', component: () => import('./views/SettingsView.vue') },
      {
        path: '/:kind',
        component: () => import('./views/KindView.vue'),
        children: [
          { path: 'new', component: () => import('./views/FormView.vue'), meta: { isWhole: true } },
          { path: 'deleted', component: () => import('./views/DeletedView.vue'), meta: { isWhole: true } },
          {
            path: 'overview',
            component: () => import('./overview/OverviewView.vue'),
            meta: { isWhole: true },
          },
          {
            path: 'import',
            component: () => import('./import/ImportView.vue'),
            meta: { isWhole: true },
          },
          { path: ':uid', component: () => import('./views/DetailView.vue') },
          { path: ':uid/edit', component: () => import('./views/FormView.vue'), meta: { isWhole: true } },
        ],
      },
      { path: '/:rest(.*)*', component: () => import('./views/NotFoundView.vue') },
    ],
  })
  router.beforeEach(async to => {
    if (to.meta.isPublic) return true
    await session().recall()
    // A person whose data could not be opened is told so.
    if (session().account || session().opening.state === 'failed') return true
    return { path: '/sign-in', query: { to: to.fullPath } }
  })
  return router
}
