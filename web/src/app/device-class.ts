export type DeviceClass = 'mobile' | 'tablet' | 'desktop'

const MOBILE_MAX_PX = 768
const TABLET_MAX_PX = 1024

export function deviceClassOf(widthPx: number): DeviceClass {
  if (widthPx <= MOBILE_MAX_PX) return 'mobile'
  return widthPx <= TABLET_MAX_PX ? 'tablet' : 'desktop'
}

/** Writes the class on the page, `<html data-device>`: called on every resize and every change of path. */
export function markDevice(): void {
  document.documentElement.dataset.device = deviceClassOf(globalThis.innerWidth)
}

export function followDevice(): () => void {
  markDevice()
  globalThis.addEventListener('resize', markDevice)
  return () => globalThis.removeEventListener('resize', markDevice)
}
