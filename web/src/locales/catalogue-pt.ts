/** All texts of pt-PT: one chunk. */
export default import.meta.glob<object>(['./pt-PT/*.json', '!**/proof.json', '!**/legal.json'], {
  eager: true,
  import: 'default',
})
