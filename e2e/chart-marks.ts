import type { Page } from '@playwright/test'

/** The way from the entry to the exit of a contract that is over, as it was drawn, in px of the chart. */
interface DrawnMark {
  ink: string
  from: [number, number]
  to: [number, number]
}

/** The only lines of the chart that are drawn so. */
const DASH = '2,2'
const WIDTH = 1.5

/** In a page, before its first script: notes what is drawn of contracts that are over. */
function note({ dash, width }: { dash: string; width: number }): void {
  const drawn: DrawnMark[] = []
  Object.assign(globalThis, { drawnMarks: drawn })
  const { moveTo, lineTo, stroke } = CanvasRenderingContext2D.prototype
  let path: [number, number][] = []
  Object.assign(CanvasRenderingContext2D.prototype, {
    moveTo(this: CanvasRenderingContext2D, x: number, y: number) {
      path = [[x, y]]
      moveTo.call(this, x, y)
    },
    lineTo(this: CanvasRenderingContext2D, x: number, y: number) {
      path.push([x, y])
      lineTo.call(this, x, y)
    },
    stroke(this: CanvasRenderingContext2D, ...shape: [Path2D?]) {
      const [from, to] = path
      const isMark = this.lineWidth === width && this.getLineDash().join() === dash
      if (isMark && from !== undefined && to !== undefined)
        drawn.splice(0, drawn.length, { ink: String(this.strokeStyle), from, to })
      stroke.apply(this, shape as [Path2D])
    },
  })
}

export const noteMarks = (page: Page): Promise<unknown> =>
  page.addInitScript(note, { dash: DASH, width: WIDTH })

/** The mark that was drawn last on this page; undefined: none was. */
export const drawnMark = (page: Page): Promise<DrawnMark | undefined> =>
  page.evaluate(() => (globalThis as unknown as { drawnMarks: DrawnMark[] }).drawnMarks[0])

/** A colour of the chart, in the spelling of a canvas. */
export const inkOf = (page: Page, token: string): Promise<string> =>
  page.locator('.td-canvas').evaluate((chart, name) => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) return ''
    context.strokeStyle = getComputedStyle(chart).getPropertyValue(name).trim()
    return String(context.strokeStyle)
  }, token)
