/** What several people may see, at once; and what a change would come to. */
import { describe, expect, test, vi } from 'vitest'
import type { GrantsMessage, GrantsPreview } from '../../client/screens/grants.ts'
import { AppError } from '../../shared/errors.ts'
import { allB, ayu, budi, citra, granted, lines, site, users } from './granting.ts'
import { settle } from './stage.ts'

async function ofMany(...names: string[]) {
  const on = await users()
  for (const name of names) await on.select(name)
  return on
}

describe('What several people may see', () => {
  test('[SC7] is asked of those who are selected, who are counted', async () => {
    const { screen, said } = await ofMany('Budi', 'Citra')
    expect(said()).toContain('2 selected')
    expect(screen.get('footer .button').text()).toBe('What they may see (2 people)')
    const head = () => screen.get('.head [role=checkbox]')
    expect(head().attributes('aria-checked')).toBe('mixed')
    await head().trigger('click')
    expect(said()).toContain('4 selected')
    await head().trigger('click')
    expect(screen.find('footer').exists()).toBe(false)
  })

  test('[SC7] names them, and of many counts the others', async () => {
    const people = Array.from({ length: 9 }, (_, at) => ({ ...budi, id: `user-${at}`, name: `Ani ${at}` }))
    const on = await users({ ...granted, people })
    await on.screen.get('.head [role=checkbox]').trigger('click')
    await on.openMany()
    expect(on.dialog().get('.note').text()).toBe('Ani 0, Ani 1, Ani 2, Ani 3, Ani 4, Ani 5 and 3 more people')
  })

  test('[SC7] says what all have, and what some have', async () => {
    const on = await ofMany('Budi', 'Citra')
    await on.openMany()
    expect(on.dialog().get('h2').text()).toBe('What 2 people may see')
    expect(lines(on)).toEqual([
      '✓ Selatan',
      '– Utara | 1 of 2 have it',
      '– Gerbang Ñ | 1 of 2 have it',
      '– All of Record B | 1 of 2 have it',
    ])
  })

  test('[SC7] is given to all of them or taken from all; what is left alone stays with those who have it', async () => {
    const on = await ofMany('Budi', 'Citra')
    await on.openMany()
    await on.turn('Utara')
    for (const _ of ['given', 'taken']) await on.turn('All of Record B')
    for (const _ of ['given', 'taken', 'as it was']) await on.turn('Gerbang Ñ')
    await on.turn('Selatan')
    expect(lines(on)).toEqual([
      '  Selatan | will be taken',
      '✓ Utara | new',
      '– Gerbang Ñ | 1 of 2 have it',
      '  All of Record B | will be taken',
    ])
    await on.save()
    const take = [allB, site('2')]
    expect(on.change.mock.calls).toEqual([[{ userIds: [budi.id, citra.id], give: [site('1')], take }]])
    expect(on.screen.find('footer').exists()).toBe(false)
  })

  test('[SC7] that some see everything stays, unless one is chosen for all', async () => {
    const on = await ofMany('Ayu', 'Budi')
    await on.openMany()
    const radios = () => on.dialog().findAll<HTMLInputElement>('[type=radio]')
    expect(radios().map(({ element }) => element.checked)).toEqual([false, false])
    expect(on.dialog().text()).toContain('Some of them see everything, others a part.')
    await on.turn('Utara')
    await radios()[0]!.setValue(true)
    await on.save()
    const message = { userIds: [ayu.id, budi.id], everything: true, give: [], take: [] }
    expect(on.change.mock.calls).toEqual([[message]])
  })
})

describe('What a change of grants would come to', () => {
  const foot = ({ dialog }: Awaited<ReturnType<typeof users>>) =>
    dialog()
      .findAll('.preview p')
      .map(line => line.text())

  test('[SC7] is told as it is, and then as it would be', async () => {
    const on = await users()
    await on.open('Citra')
    expect(foot(on)).toEqual(['Sees now: 1,240 Record A, 12 Devices, and 1 Site'])
    await on.turn('All of Record B')
    await expect.poll(() => on.preview.mock.calls.length).toBe(2)
    await settle()
    expect(on.preview.mock.lastCall).toEqual([{ userIds: [citra.id], give: [allB], take: [] }])
    expect(foot(on)).toEqual(['Would see: 1,240 Record A, 12 Devices, and 1 Site'])
    expect(on.change).not.toHaveBeenCalled()
  })

  test('[SC7] of several people is told by name, once for those who would see the same', async () => {
    const preview = vi.fn(async ({ userIds }: GrantsMessage) => ({
      counts: { site: userIds[0] === 'user-1' ? 0 : 3 },
    }))
    const on = await users(granted, { grants: { preview } })
    await on.screen.get('.head [role=checkbox]').trigger('click')
    await on.openMany()
    expect(foot(on)).toEqual(['Ayu sees nothing', 'Budi and Citra Ñ see 3 Sites', 'and 1 more person'])
    expect(preview.mock.calls.map(([{ userIds }]) => userIds)).toEqual([['user-1'], ['user-2'], ['user-3']])
  })

  test('[SC7] an answer to an older question is dropped', async () => {
    const answers: ((preview: GrantsPreview) => void)[] = []
    const preview = () => new Promise<GrantsPreview>(resolve => answers.push(resolve))
    const on = await users(granted, { grants: { preview } })
    await on.open('Citra')
    await on.turn('Selatan')
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!({ counts: { device: 2 } })
    await settle()
    answers[0]!({ counts: { device: 9 } })
    await settle()
    expect(foot(on)).toEqual(['Would see: 2 Devices'])
  })

  test('[SC7] what cannot be told is said, and can be asked again', async () => {
    let isReachable = false
    const preview = async () => {
      if (!isReachable) throw new AppError('unreachable')
      return { counts: {} }
    }
    const on = await users(granted, { grants: { preview } })
    await on.open('Citra')
    expect(foot(on)[0]).toContain('What that comes to cannot be said now.')
    isReachable = true
    await on.dialog().get('.preview button').trigger('click')
    await settle()
    expect(foot(on)).toEqual(['Sees now: nothing'])
  })
})
