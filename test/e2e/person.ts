/** Somebody at a tablet, and what they do there, by what they see and hear. */
import { setTimeout as pause } from 'node:timers/promises'
import { en } from '../../client/screens/words/en.ts'
import { id } from '../../client/screens/words/id.ts'
import type { Account } from './accounts.ts'
import type { Spot } from './engines/tab.ts'
import { Profile, type ProfileOptions } from './profile.ts'

/** What a form's fields are to hold: text, a tick, a day `YYYY-MM-DD`, or the title of a reference. */
export type Entry = Record<string, string | boolean>

const wordsOf = { en, id }

export class Person extends Profile {
  static async sitDown(options: ProfileOptions): Promise<Person> {
    const person = new Person(await Profile.newFolder(), options)
    await person.openBrowser()
    return person
  }

  /** Those that hold somebody's data. */
  async databases(): Promise<string[]> {
    const names = await this.playwright.page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name ?? ''),
    )
    return names.filter(name => name.startsWith('records:'))
  }

  button(name: string | RegExp): Spot {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** A button or a link, which look alike. */
  control(name: RegExp): Spot {
    return this.page.getByRole('link', { name }).or(this.button(name)).first()
  }

  async setUp(code: string, account: Account): Promise<void> {
    await this.page.getByLabel('Setup code').fill(code)
    await this.fill({ 'User name': account.username, Password: account.password })
    await this.button('Create the admin').click()
  }

  async signIn(account: Account, language: 'en' | 'id' = 'en'): Promise<void> {
    const words = wordsOf[language].signIn
    await this.open('/')
    await this.fill({ [words.username]: account.username, [words.password]: account.password })
    await this.button(words.submit).click()
    await this.page.getByRole('navigation').first().waitFor()
  }

  async signOut(): Promise<void> {
    await this.goTo('Settings')
    await this.button('Sign out').click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await this.page.getByLabel('User name', { exact: true }).waitFor()
  }

  async createUser(user: Account & { name: string; role: string }): Promise<void> {
    await this.goTo('Users')
    await this.control(/^New user/).click()
    const form = this.page.getByRole('dialog').or(this.page.locator('form')).last()
    await form.getByLabel('Name', { exact: true }).fill(user.name)
    await form.getByLabel('User name', { exact: true }).fill(user.username)
    await form.getByLabel('Password', { exact: true }).fill(user.password)
    await form.getByLabel('Role', { exact: true }).selectOption({ label: user.role })
    await form.getByRole('button', { name: 'Create user' }).click()
    await this.page
      .getByText(/can now sign in/)
      .first()
      .waitFor()
  }

  /** Ready for work without a network: everything is here, and the app would open again. */
  async waitForFirstSync(): Promise<void> {
    await this.waitForStatus(/^All sent/)
  }

  /** The one place that says how things stand; it opens the Sync screen. */
  status(): Spot {
    return this.page
      .getByRole('link', { name: /Opens Sync/ })
      .filter({ visible: true })
      .first()
  }

  /** Waits until the status says this in front, and goes on saying it. */
  async waitForStatus(text: RegExp, timeoutMs = 60_000): Promise<void> {
    const line = this.status().filter({ hasText: text })
    const deadline = Date.now() + timeoutMs
    for (let times = 0; times < 3;) {
      await line.waitFor({ timeout: Math.max(1, deadline - Date.now()) })
      await pause(150)
      times = (await line.isVisible()) ? times + 1 : 0
    }
  }

  async goTo(screen: string): Promise<void> {
    const link = this.page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}`) })
    await link.filter({ visible: true }).first().click()
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox').fill(text)
  }

  async find(screen: string, text: string): Promise<void> {
    await this.goTo(screen)
    await this.search(text)
  }

  /** How many records the list shows, of how many there are. */
  async total(): Promise<{ total: number; all: number }> {
    const texts = await this.page.getByRole('status').allTextContents()
    const found = texts
      .map(text => /^\s*([\d,]+)(?: of ([\d,]+))?\s*$/.exec(text))
      .find(match => match !== null)
    const count = (text: string | undefined) => Number((text ?? '-1').replaceAll(',', ''))
    return { total: count(found?.[1]), all: count(found?.[2] ?? found?.[1]) }
  }

  /** A row of the list, by any text in it. */
  row(text: string | RegExp): Spot {
    return this.page.getByRole('row').filter({ hasText: text })
  }

  async openRecord(screen: string, title: string): Promise<void> {
    await this.find(screen, `"${title}"`)
    await this.row(title).first().click()
    await this.page.getByRole('heading', { name: title }).first().waitFor()
  }

  /** Fills the fields of the form that is open, by their labels. */
  async fill(entry: Entry): Promise<void> {
    for (const [label, value] of Object.entries(entry)) {
      const field = this.page.getByLabel(label, { exact: true }).filter({ visible: true }).first()
      if (typeof value === 'boolean') await field.setChecked(value)
      else if ((await field.getAttribute('role')) === 'combobox') await this.#pick(field, value)
      else await field.fill(value)
    }
  }

  async #pick(field: Spot, title: string): Promise<void> {
    await field.click()
    await field.fill(title)
    await this.page.getByRole('option', { name: title, exact: true }).first().click()
  }

  async save(): Promise<void> {
    await this.button('Save').click()
    await this.page.getByText('Saved in this browser').filter({ visible: true }).first().waitFor()
    await this.button('Save').waitFor({ state: 'hidden' })
  }

  async create(screen: string, entry: Entry): Promise<void> {
    await this.goTo(screen)
    await this.control(/^New/).click()
    await this.fill(entry)
    await this.save()
  }

  /** Changes the record that is open. */
  async editOpen(entry: Entry): Promise<void> {
    await this.control(/^Edit$/).click()
    await this.fill(entry)
    await this.save()
  }

  async edit(screen: string, title: string, entry: Entry): Promise<void> {
    await this.openRecord(screen, title)
    await this.editOpen(entry)
  }

  async removeOpen(): Promise<void> {
    await this.button('Delete').first().click()
    await this.page
      .getByText(/ deleted$/)
      .first()
      .waitFor()
  }

  async remove(screen: string, title: string): Promise<void> {
    await this.openRecord(screen, title)
    await this.removeOpen()
  }

  /** The item of a record in Needs attention. */
  async openAttention(title: string): Promise<void> {
    await this.goTo('Needs attention')
    await this.page.getByText(title).filter({ visible: true }).first().waitFor()
  }

  /** Lets something go, and says so once more when asked. */
  async discard(name: string): Promise<void> {
    await this.button(name).click()
    await this.page
      .getByRole('dialog')
      .or(this.page.getByRole('alertdialog'))
      .getByRole('button', { name })
      .click()
  }

  /** Takes one side of each field in the conflict that is open, and saves that. */
  async choose(sides: Record<string, 'mine' | 'theirs'>): Promise<void> {
    for (const [label, side] of Object.entries(sides)) {
      const group = this.page.getByRole('radiogroup', { name: label, exact: true })
      // The radio itself is drawn over by its label.
      await group
        .locator('label')
        .nth(side === 'mine' ? 0 : 1)
        .click()
    }
    await this.button('Save this choice').first().click()
  }
}
