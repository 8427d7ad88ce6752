/** All texts of ru-RU: one chunk. */
export default import.meta.glob<object>(
  [
    './ru-RU/*.json',
    '!**/{admin,admin-*,auth,devices,funds,invitations,legal,notices,order,profile,proof,rates,security,upload,wallet}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
