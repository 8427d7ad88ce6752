/** All texts of ar-AR: one chunk. */
export default import.meta.glob<object>(['./ar-AR/*.json', '!**/proof.json', '!**/legal.json'], {
  eager: true,
  import: 'default',
})
