import type { Db } from '../src/platform/db.ts'

/** The application's own settlement fails at its first write meanwhile, as often as it tries. */
export async function withoutSettlement(db: Db, work: () => Promise<void>): Promise<void> {
  await db.exec(`create or replace function not_yet() returns trigger language plpgsql as $$
    begin raise exception 'not yet' using errcode = '57P01'; end $$;
    create trigger not_yet before update on contracts for each statement execute function not_yet()`)
  await work()
  await db.exec('drop trigger not_yet on contracts')
}
