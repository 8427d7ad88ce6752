/** All texts of es-ES: one chunk. */
export default import.meta.glob<object>('./es-ES/*.json', { eager: true, import: 'default' })
