/** All texts of fr-FR: one chunk. */
export default import.meta.glob<object>('./fr-FR/*.json', { eager: true, import: 'default' })
