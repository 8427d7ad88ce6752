/**
 * The query of the address as it stands now: what was changed a moment ago is in it, though the page may not show that yet. A
 * change that began with what the page shows would take the last one back.
 */
export const presentQuery = (): URLSearchParams => new URLSearchParams(window.location.search)
