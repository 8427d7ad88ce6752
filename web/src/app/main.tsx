import '../ui/base.css'
import './shell.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followBack } from '../lib/back-steps.ts'
import { followSettled } from '../lib/follow-settled.ts'
import { startI18n } from '../lib/i18n.ts'
import { followInstallOffer } from '../lib/install-offer.ts'
import { followLog } from '../lib/proof/proof-watch.ts'
import { followReleases } from '../lib/release-watch.ts'
import { followOtherTabs } from '../lib/session-store.ts'
import { startSockets } from '../lib/sockets.ts'
import { followWallet } from '../lib/wallet-session.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { App } from './App.tsx'
import { followDevice } from './device-class.ts'
import { followSettings } from './settings-on-page.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

followBack()
followReleases()
followInstallOffer()
followSettings()
followDevice()
followOtherTabs()
followSettled()
followLog()
await startI18n()
startSockets()
followWallet()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
// In development files have no hashed names, and the newest is always wanted.
if (import.meta.env.PROD)
  whenIdle(
    () =>
      void import('./keep-shell.ts').then(
        ({ keepShell }) => keepShell(),
        () => undefined,
      ),
  )
