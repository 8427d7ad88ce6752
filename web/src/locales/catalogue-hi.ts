/** All texts of hi-IN: one chunk. */
export default import.meta.glob<object>(['./hi-IN/*.json', '!**/proof.json', '!**/legal.json'], {
  eager: true,
  import: 'default',
})
