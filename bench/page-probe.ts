interface ProbedPage {
  benchProbe: { paints: number[]; frames: number[]; candlePages: number }
  WebSocket: typeof WebSocket
  fetch: typeof fetch
}

/**
 * Runs in the page before its own scripts: notes when a frame with ticks arrives and when the changed price of the header
 * has been painted, the times between animation frames, and how many pages of candles were asked for.
 */
export function watchPaints(): void {
  const page = globalThis as unknown as ProbedPage
  const probe = { paints: [] as number[], frames: [] as number[], candlePages: 0 }
  page.benchProbe = probe
  let arrivedMs: number | null = null
  page.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      if (!String(url).includes('/trade')) return
      this.addEventListener('message', ({ data }) => {
        if (String(data).startsWith('{"type":"ticks"')) arrivedMs ??= performance.now()
      })
    }
  }
  new PerformanceObserver((list) => {
    probe.candlePages += list.getEntries().filter(({ name }) => name.includes('/api/market/candles')).length
  }).observe({ type: 'resource', buffered: true })

  let shown = ''
  let lastFrameMs = 0
  const afterPaint = new MessageChannel()
  let paintedSinceMs = 0
  afterPaint.port1.onmessage = () => void probe.paints.push(performance.now() - paintedSinceMs)
  const look = (): void => {
    const nowMs = performance.now()
    if (lastFrameMs > 0) probe.frames.push(nowMs - lastFrameMs)
    lastFrameMs = nowMs
    const text = document.querySelector('.td-hero')?.textContent ?? ''
    if (text !== shown && arrivedMs !== null) {
      paintedSinceMs = arrivedMs
      arrivedMs = null
      // After this frame has been painted.
      afterPaint.port2.postMessage(null)
    }
    shown = text
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
