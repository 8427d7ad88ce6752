import { expect, test } from 'vitest'
import { ConnectionBudget } from './connection-budget.ts'

test('[M5] waiting times double at random up to half a minute, and begin anew after a success', () => {
  const budget = new ConnectionBudget(() => 0.5)
  const waits: number[] = []
  let nowMs = 1_000_000
  for (let failures = 0; failures < 10; failures += 1) {
    budget.failed(nowMs)
    const failedMs = nowMs
    while (!budget.take(nowMs)) nowMs += 50
    waits.push(nowMs - failedMs)
  }
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000])
  budget.succeeded()
  budget.failed(nowMs)
  expect(budget.take(nowMs + 249)).toBe(false)
  expect(budget.take(nowMs + 250)).toBe(true)
  budget.failed(nowMs + 250, 60_000)
  expect(budget.take(nowMs + 60_249)).toBe(false)
  expect(budget.take(nowMs + 60_250)).toBe(true)
})

test('[M5] a hundred attempts in five minutes, and no more', () => {
  const budget = new ConnectionBudget(() => 0)
  const attempts = (fromMs: number): number => {
    let made = 0
    for (let nowMs = fromMs; nowMs < fromMs + 100_000; nowMs += 250) if (budget.take(nowMs)) made += 1
    return made
  }
  expect(attempts(0)).toBe(100)
  expect(attempts(150_000)).toBe(0)
  expect(attempts(400_000)).toBe(100)
})
