import { ensure } from '@truestrike/core/assert.ts'
import type { Db } from '../../src/platform/db.ts'

/** Writes that fail as if the connection had been lost, before or after any statement on a table. */
export interface CrashPoints {
  /** Runs `work`; the write with this number (from 1) is the last. Answers how many there were. */
  crashAt(step: number, work: () => Promise<unknown>): Promise<number>
}

/**
 * Inside the database, so that it reaches between the statements of its functions too: a trigger before and after every
 * writing statement on every table counts (in a sequence, which no rollback turns back) and raises SQLSTATE 57P01.
 */
export async function installCrashPoints(db: Db): Promise<CrashPoints> {
  const tables = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'service_clock' order by 1`,
  )
  await db.exec(`
    create sequence crash_steps;
    create table crash_plan (at bigint not null);
    insert into crash_plan values (0);
    create function crash_point() returns trigger language plpgsql as $$
    declare
      v_at bigint;
    begin
      select p.at into v_at from crash_plan p;
      if v_at > 0 and nextval('crash_steps') = v_at then
        raise exception 'crashed at % of %', tg_when || ' ' || tg_op, tg_table_name using errcode = '57P01';
      end if;
      return null;
    end
    $$;
    ${tables
      .flatMap(({ name }) =>
        ['before', 'after'].map(
          (when) => `create trigger crash_${when} ${when} insert or update or delete on ${name}
            for each statement execute function crash_point();`,
        ),
      )
      .join('\n')}`)
  const plan = (step: number) => db.query('update crash_plan set at = $1', [BigInt(step)])
  return {
    async crashAt(step, work) {
      await db.query("select setval('crash_steps', 1, false)")
      await plan(step)
      try {
        await work()
      } finally {
        await plan(0)
      }
      const [row] = await db.query<{ n: bigint }>(
        'select last_value - (not is_called)::int as n from crash_steps',
      )
      return Number(ensure(row).n)
    },
  }
}
