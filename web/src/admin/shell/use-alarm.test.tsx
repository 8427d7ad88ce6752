import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAlarm } from './use-pending.ts'

let sounds: { url: string; volume: number; played: number; paused: number }[] = []

/** Counts what a loudspeaker would have been told. */
class CountedAudio {
  volume = 1
  played = 0
  paused = 0
  readonly url: string
  constructor(url: string) {
    this.url = url
    sounds.push(this)
  }
  play(): Promise<void> {
    this.played += 1
    return Promise.resolve()
  }
  pause(): void {
    this.paused += 1
  }
}

beforeEach(() => {
  sounds = []
  vi.useFakeTimers()
  vi.stubGlobal('Audio', CountedAudio)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const alarm = (isAlert: boolean) =>
  renderHook(({ isAlert: is }) => useAlarm(is), { initialProps: { isAlert } })
const seconds = (count: number) => act(() => vi.advanceTimersByTime(count * 1_000))

test('[D5] an alert rings at once, at half of the volume, and again until it is over', () => {
  const { rerender } = alarm(false)
  seconds(60)
  expect(sounds).toEqual([])
  rerender({ isAlert: true })
  expect(sounds).toMatchObject([{ url: '/sounds/notification.wav', volume: 0.5, played: 1 }])
  seconds(8)
  expect(sounds).toMatchObject([{ played: 3, paused: 0 }])
  rerender({ isAlert: false })
  seconds(60)
  expect(sounds).toMatchObject([{ played: 3, paused: 1 }])
})

test('[D5] switched off it stops and stays silent, also in the next page; switched on it rings again', () => {
  const first = alarm(true)
  act(() => first.result.current.setOn(false))
  seconds(60)
  expect(sounds).toMatchObject([{ played: 1, paused: 1 }])
  first.unmount()
  const second = alarm(true)
  seconds(60)
  expect(second.result.current.isOn).toBe(false)
  expect(sounds).toHaveLength(1)
  act(() => second.result.current.setOn(true))
  expect(sounds).toMatchObject([{}, { played: 1 }])
})
