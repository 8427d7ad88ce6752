import '../ui/base.css'
import './admin.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../lib/i18n.ts'
import { AdminApp } from './AdminApp.tsx'
import { loadAdminTexts } from './frame/admin-texts.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

await startI18n()
await loadAdminTexts()
createRoot(root).render(
  <StrictMode>
    <AdminApp />
  </StrictMode>,
)
