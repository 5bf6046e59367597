/** A change of screen, beside the screen itself: the browser's title, and a place for the focus. */
import { onUnmounted, watch, watchEffect } from 'vue'
import { START_LOCATION, useRoute } from 'vue-router'

export function useScreen(name: () => string | undefined, app: () => string): void {
  watchEffect(() => {
    const screen = name()
    document.title = screen === undefined ? app() : `${screen} · ${app()}`
  })
  onUnmounted(() => {
    document.title = app()
  })

  const route = useRoute()
  watch(
    () => route.path,
    (_, before) => {
      // Once it is drawn: before that, to give the focus is to lay the screen out once more.
      if (before !== START_LOCATION.path) requestAnimationFrame(() => requestAnimationFrame(takeFocus))
    },
  )
}

/** The focus went with the last screen: the keyboard goes on in the new one. */
function takeFocus(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus()
}
