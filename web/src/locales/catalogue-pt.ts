/** All texts of pt-PT: one chunk. */
export default import.meta.glob<object>(
  [
    './pt-PT/*.json',
    '!**/{admin,admin-*,auth,devices,funds,invitations,legal,notices,order,profile,proof,rates,security,upload,wallet}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
