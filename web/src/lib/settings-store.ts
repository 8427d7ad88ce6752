import { create } from 'zustand'
import { readStored, readStoredObject, writeStored } from './browser-storage.ts'

type ChartType = 'candles' | 'line'

export interface SettingValues {
  /** Ask before an order is sent. */
  confirmOrders: boolean
  palette: 'standard' | 'cb'
  motion: 'system' | 'reduced'
  contrast: 'system' | 'more'
  chartType: ChartType
  /** Trading by single keys. */
  shortcuts: boolean
}

interface Settings extends SettingValues {
  /** Kept under its own key, `notificationSound`. */
  sound: boolean
  change(values: Partial<SettingValues>): void
  setSound(sound: boolean): void
}

const SETTINGS_KEY = 'settings'
export const SOUND_KEY = 'notificationSound'

function storedValues(): SettingValues {
  const stored = readStoredObject(SETTINGS_KEY) ?? {}
  return {
    confirmOrders: stored.confirmOrders !== false,
    palette: stored.palette === 'cb' ? 'cb' : 'standard',
    motion: stored.motion === 'reduced' ? 'reduced' : 'system',
    contrast: stored.contrast === 'more' ? 'more' : 'system',
    chartType: stored.chartType === 'line' ? 'line' : 'candles',
    shortcuts: stored.shortcuts !== false,
  }
}

export const useSettings = create<Settings>()((set, get) => ({
  ...storedValues(),
  sound: readStored(SOUND_KEY) !== 'false',
  change(values) {
    const { sound: _sound, change: _change, setSound: _setSound, ...kept } = get()
    const next = { ...kept, ...values }
    writeStored(SETTINGS_KEY, JSON.stringify(next))
    set(next)
  },
  setSound(sound) {
    writeStored(SOUND_KEY, String(sound))
    set({ sound })
  },
}))
