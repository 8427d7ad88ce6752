/** Rights of everybody but the owner: no file of a site gets them. */
export const SHARED_RIGHTS = 0o077

/**
 * Every file and folder that this process makes from now on, and those of its threads and child processes, is for its owner alone. First
 * in whatever makes files of a site: database, keys, first-run.json, archives, backups.
 */
export function keepNewFilesPrivate(): void {
  process.umask(SHARED_RIGHTS)
}
