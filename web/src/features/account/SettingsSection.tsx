import { OwnLimits } from './OwnLimits.tsx'
import { PreferenceList } from './PreferenceList.tsx'
import { SectionFrame } from './SectionFrame.tsx'

export function SettingsSection() {
  return (
    <SectionFrame section="settings">
      <PreferenceList />
      <OwnLimits />
    </SectionFrame>
  )
}
