import { configure } from '@testing-library/react'

// What is waited for comes at once on an idle machine; on a busy one a second is nothing.
configure({ asyncUtilTimeout: 15_000 })
// Files follow each other in one window, unless they have none: the router of the one before has left its own step in the history.
if ('history' in globalThis) history.replaceState(null, '', '/')
