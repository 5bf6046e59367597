/** What fields are for, said to whoever asks. */
import { describe, expect, test } from 'vitest'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import { withHelp } from '../../shared/help.ts'
import { kinds } from '../../shared/kinds.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { recordA as sample } from '../support/tables.ts'
import { inputOf, openForm, uid } from './forms.ts'
import { stage } from './stage.ts'

const recordA = kindNamed(withHelp(kinds), 'record_a')!
const help = (name: string) => fieldNamed(recordA, name)!.help!

describe('What a field is for', () => {
  test.each(['pri', 'grp', 'tz', 'vice_card', 'verify', 'card', 'pin'])(
    '[UI36] of %s is said in both languages',
    name => {
      for (const words of [help(name).en, help(name).id]) expect(words.length).toBeGreaterThan(40)
      expect(help(name).en).not.toBe(help(name).id)
    },
  )

  test('[UI36] every help is of a field that is there', () => {
    const helped = withHelp(kinds).flatMap(({ fields }) => fields.filter(field => field.help))
    expect(helped).toHaveLength(12)
  })

  test('[UI36] is shown at the label in a form, belongs to the box, and goes again', async () => {
    const form = await openForm({ props: { kind: recordA, uid: null }, language: 'id' })
    const button = form.screen.get('button[aria-label="Apa itu Tz?"]')
    expect(form.screen.text()).not.toContain(help('tz').id)
    await button.trigger('click')
    const text = form.screen.get(`[id="${button.attributes('aria-controls')}"]`)
    expect([button.attributes('aria-expanded'), text.text()]).toEqual(['true', help('tz').id])
    expect(inputOf(form, 'Tz').attributes('aria-describedby')).toContain(text.attributes('id'))
    await button.trigger('click')
    expect(form.screen.text()).not.toContain(help('tz').id)
  })

  test('[UI36] F1 in a field says it, a checkbox among them', async () => {
    const form = await openForm({ props: { kind: recordA, uid: null } })
    for (const [label, name] of [
      ['Verify', 'verify'],
      ['PIN', 'pin'],
    ] as const) {
      await inputOf(form, label).trigger('keydown', { key: 'F1' })
      expect(form.screen.text()).toContain(help(name).en)
    }
  })

  test('[UI36] is there on a record, too', async () => {
    const { screen } = await stage(RecordDetail, {
      props: { kind: recordA, uid, isBeside: false },
      prepare: async engine => {
        const device = await engine.newUid()
        await engine.save({ ...noForm, kind: 'device', uid: device, fields: { name: 'Gerbang' } })
        const fields = { ...sample(), device_id: { uid: device } }
        await engine.save({ ...noForm, kind: 'record_a', uid, fields })
      },
    })
    await screen.get('button[aria-label="What is Pri?"]').trigger('click')
    expect(screen.text()).toContain(help('pri').en)
  })
})
