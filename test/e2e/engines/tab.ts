/** What the stories ask of a browser: the part of Playwright's words that every engine here understands. */

export interface Text {
  name?: string | RegExp
  exact?: boolean
}

export interface Waiting {
  state?: 'visible' | 'hidden' | 'attached' | 'detached'
  /** Milliseconds. */
  timeout?: number
}

/** Roles that the stories look for. */
export type Role =
  | 'alert'
  | 'alertdialog'
  | 'button'
  | 'dialog'
  | 'grid'
  | 'heading'
  | 'link'
  | 'navigation'
  | 'option'
  | 'radiogroup'
  | 'row'
  | 'searchbox'
  | 'status'

export interface Scope {
  getByRole(role: Role, text?: Text): Spot
  /** The innermost elements with this text, whatever their case unless `exact`. */
  getByText(text: string | RegExp, options?: { exact?: boolean }): Spot
  getByLabel(text: string | RegExp, options?: { exact?: boolean }): Spot
  /** By a CSS selector. */
  locator(css: string): Spot
}

/** Elements as they are when one acts on them or asks about them, not as they were when they were named. */
export interface Spot extends Scope {
  filter(keep: { hasText?: string | RegExp; visible?: boolean }): Spot
  or(other: Spot): Spot
  first(): Spot
  last(): Spot
  nth(index: number): Spot

  click(): Promise<void>
  fill(text: string): Promise<void>
  setChecked(isChecked: boolean): Promise<void>
  selectOption(option: { label: string }): Promise<unknown>
  waitFor(waiting?: Waiting): Promise<void>
  count(): Promise<number>
  isVisible(): Promise<boolean>
  textContent(): Promise<string | null>
  allTextContents(): Promise<string[]>
  getAttribute(name: string): Promise<string | null>
  evaluate<R>(act: (element: HTMLElement) => R): Promise<R>
}

export interface Tab extends Scope {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  goBack(): Promise<unknown>
  url(): string | Promise<string>
  title(): Promise<string>
  evaluate<R>(act: () => R | Promise<R>): Promise<R>
  waitForFunction(isSo: () => boolean): Promise<unknown>
  setViewportSize(size: { width: number; height: number }): Promise<void>
  screenshot(options: { path: string; timeout?: number }): Promise<unknown>
  close(): Promise<void>
}

/** A running browser on its profile. */
export interface Browser {
  tabs(): Tab[]
  newTab(): Promise<Tab>
  setOffline(isOffline: boolean): Promise<void>
  close(): Promise<void>
}

export interface ProfileOptions {
  origin: string
  locale?: string
  size?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Fingers instead of a mouse; only in Chromium. */
  isTouch?: boolean
}

/** How to open a browser of one engine on a profile's folder. */
export interface Engine {
  /** The address under which the tabs of this profile reach the server. */
  originOf(folder: string, origin: string): Promise<string>
  /** `complain` hears exceptions, and what a content rule refused. */
  open(folder: string, options: Required<ProfileOptions>, complain: (text: string) => void): Promise<Browser>
}
