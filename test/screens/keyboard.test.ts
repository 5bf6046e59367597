/** What an on-screen keyboard hides of the page, where the browser only shows less of it. */
import { describe, expect, test } from 'vitest'
import { hiddenByKeyboard, makeRoomForKeyboard } from '../../client/screens/shell/keyboard.ts'

const pagePx = 844

/** The browser's view of the page, and the page. */
function device() {
  const viewport = Object.assign(new EventTarget(), { height: pagePx, offsetTop: 0, scale: 1 })
  const root = document.createElement('html')
  Object.defineProperty(root, 'clientHeight', { value: pagePx })
  makeRoomForKeyboard(viewport as unknown as VisualViewport, root)
  const hidden = () => ['top', 'bottom'].map(side => root.style.getPropertyValue(`--hidden-${side}`))
  const show = (seen: Partial<typeof viewport>, event = 'resize') => {
    Object.assign(viewport, seen)
    viewport.dispatchEvent(new Event(event))
    return hidden()
  }
  return { show }
}

describe('A keyboard', () => {
  test('[UI19] hides the foot of the page, until it goes', () => {
    const { show } = device()
    expect(show({ height: 508 })).toEqual(['0px', '336px'])
    expect(show({ height: 470.6 })).toEqual(['0px', '373px'])
    expect(show({ height: pagePx })).toEqual(['0px', '0px'])
  })

  test('[UI19] that pushes the page up hides its head instead', () => {
    const { show } = device()
    show({ height: 508 })
    expect(show({ offsetTop: 200 }, 'scroll')).toEqual(['200px', '136px'])
    expect(show({ offsetTop: 400 }, 'scroll')).toEqual(['336px', '0px'])
  })

  test('[UI19] two fingers that zoom in are none', () => {
    const { show } = device()
    for (const scale of [1.01, 1.5, 3, 5])
      expect(show({ height: pagePx / scale, offsetTop: 77, scale })).toEqual(['0px', '0px'])
  })

  test('[UI19] is found under a page that is zoomed in', () => {
    expect(hiddenByKeyboard({ height: 508 / 2, offsetTop: 300, scale: 2 }, pagePx)).toEqual({
      topPx: 0,
      bottomPx: 336,
    })
  })

  test('[UI19] is higher than what a browser’s bar or a rounded number takes', () => {
    for (const height of [pagePx + 60, pagePx, pagePx - 0.6, pagePx - 39])
      expect(hiddenByKeyboard({ height, offsetTop: 0, scale: 1 }, pagePx).bottomPx).toBe(0)
    expect(hiddenByKeyboard({ height: pagePx - 55, offsetTop: 0, scale: 1 }, pagePx).bottomPx).toBe(55)
  })

  test('a browser that cannot tell is left alone', () => {
    const root = document.createElement('html')
    makeRoomForKeyboard(null, root)
    expect(root.getAttribute('style')).toBeNull()
  })
})
