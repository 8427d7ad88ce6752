/** All texts of fr-FR: one chunk. */
export default import.meta.glob<object>(['./fr-FR/*.json', '!**/proof.json', '!**/legal.json'], {
  eager: true,
  import: 'default',
})
