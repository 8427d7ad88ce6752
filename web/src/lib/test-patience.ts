import { configure } from '@testing-library/react'

// What is waited for comes at once on an idle machine; on a busy one a second is nothing.
configure({ asyncUtilTimeout: 15_000 })
