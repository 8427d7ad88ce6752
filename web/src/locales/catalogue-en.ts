/** All texts of en-US: one chunk. */
export default import.meta.glob<object>(['./en-US/*.json', '!**/proof.json', '!**/legal.json'], {
  eager: true,
  import: 'default',
})
