import { AdminApp } from './AdminApp.tsx'
import { mountAdmin } from './frame/mount-admin.tsx'

await mountAdmin(<AdminApp />, 'admin-access', 'security')
