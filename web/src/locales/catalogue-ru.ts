/** All texts of ru-RU: one chunk. */
export default import.meta.glob<object>(
  ['./ru-RU/*.json', '!**/{auth,funds,invitations,legal,notices,profile,proof,security,upload,wallet}.json'],
  {
    eager: true,
    import: 'default',
  },
)
