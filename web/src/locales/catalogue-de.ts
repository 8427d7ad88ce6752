/** All texts of de-DE: one chunk. */
export default import.meta.glob<object>(['./de-DE/*.json', '!**/proof.json', '!**/legal.json'], {
  eager: true,
  import: 'default',
})
