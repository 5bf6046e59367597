/** Lists as people make them their own: how they are sorted, and what is kept of them on the way elsewhere. */
import { describe, expect, test } from 'vitest'
import { h } from 'vue'
import { RouterView } from 'vue-router'
import type { Engine } from '../../client/contract.ts'
import RecordList from '../../client/screens/list/RecordList.vue'
import AppShell from '../../client/screens/shell/AppShell.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

const device = kindNamed(kinds, 'device')!

async function threeDevices(engine: Engine) {
  for (const name of ['Lobi', 'Gerbang 10', 'Gerbang 9'])
    await engine.save({ ...noForm, kind: 'device', uid: await engine.newUid(), fields: { name } })
}
const list = (options: StageOptions = {}) =>
  stage(RecordList, {
    path: '/device',
    props: { kind: device, selected: null, isBeside: false },
    prepare: threeDevices,
    ...options,
  })
const titles = ({ screen }: Stage) => screen.findAll('.open').map(link => link.text())
const button = ({ screen }: Stage, text: string) =>
  screen.findAll('button').find(each => each.text() === text)!

async function press(on: Stage, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await button(on, text).trigger('click')
    await settle()
  }
}

describe('A list that is sorted', () => {
  test('[UI14] stays where it was from side to side', async () => {
    const on = await list()
    const box = on.screen.get<HTMLElement>('[role=grid]').element
    box.scrollLeft = 240
    await on.screen.get('.sort').trigger('click')
    await settle()
    expect([titles(on)[0], box.scrollLeft]).toEqual(['Gerbang 9', 240])
  })

  test('[SE5] can be so by every field, by a menu as well', async () => {
    const on = await list()
    await press(on, 'Sort')
    const offered = on.screen.findAll('.option').map(option => option.text())
    expect(offered).toEqual(['Name', 'Changed by', 'Changed'])
    const seen: unknown[] = []
    for (let turn = 0; turn < 3; turn++) {
      await on.screen.get('.option').trigger('click')
      await settle()
      seen.push([on.screen.get('.option').text(), titles(on)[0]])
    }
    expect(seen).toEqual([
      ['Nameascending', 'Gerbang 9'],
      ['Namedescending', 'Lobi'],
      ['Name', 'Gerbang 9'],
    ])
  })
})

describe('From one kind to another', () => {
  test('[UI5] each list keeps its search, filters and sort', async () => {
    const app = () => h(AppShell, () => h(RouterView))
    const on = await stage(app, { path: '/device?q=lobi&sort=-name', prepare: threeDevices })
    const go = async (text: string) => {
      await on.screen
        .findAll('nav a')
        .find(link => link.text() === text)!
        .trigger('click')
      await settle()
    }
    const search = () => on.screen.get<HTMLInputElement>('input[type=search]').element.value
    await go('Record A')
    expect(search()).toBe('')
    await on.screen.get('input[type=search]').setValue('ayu')
    await go('Devices')
    expect([search(), on.router.currentRoute.value.fullPath]).toEqual(['lobi', '/device?q=lobi&sort=-name'])
    await go('Record A')
    expect([search(), on.router.currentRoute.value.fullPath]).toEqual(['ayu', '/record_a?q=ayu'])
  })
})
