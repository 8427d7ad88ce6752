/** All texts of es-ES: one chunk. */
export default import.meta.glob<object>(
  ['./es-ES/*.json', '!**/{auth,funds,invitations,legal,profile,proof,security,wallet}.json'],
  {
    eager: true,
    import: 'default',
  },
)
