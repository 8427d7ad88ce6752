/** All texts of es-ES: one chunk. */
export default import.meta.glob<object>(['./es-ES/*.json', '!**/proof.json', '!**/legal.json'], {
  eager: true,
  import: 'default',
})
