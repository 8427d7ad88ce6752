/** All texts of ru-RU: one chunk. */
export default import.meta.glob<object>(['./ru-RU/*.json', '!**/proof.json', '!**/legal.json'], {
  eager: true,
  import: 'default',
})
