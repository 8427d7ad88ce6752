/** All texts of pt-PT: one chunk. */
export default import.meta.glob<object>(['./pt-PT/*.json', '!**/{auth,legal,proof,security,wallet}.json'], {
  eager: true,
  import: 'default',
})
