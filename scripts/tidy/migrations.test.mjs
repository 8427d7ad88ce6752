import { expect, test } from 'vitest'
import { laterMigrations, takenBy } from './migrations.mjs'

test('[O5] migrations only add: what a running older version reads and writes stays as it is', () => {
  const taken = laterMigrations().flatMap(({ path, script }) =>
    takenBy(script).map((statement) => `${path}: ${statement}`),
  )
  expect(taken).toEqual([])
  expect(laterMigrations().length).toBeGreaterThan(0)
})

test('[O5] the rule itself refuses what it should, and nothing else', () => {
  for (const statement of [
    'drop table users',
    'alter table users drop column name',
    'drop function if exists place(int)',
    'alter table users rename column name to title',
    'alter table users alter column name type bigint',
    'alter table users alter name set data type bigint',
    'alter table users alter column name set not null',
    'alter table users add column name text not null check (name <> 1)',
    'truncate users',
  ]) {
    expect(takenBy(`create table a (b int);\n${statement};`)).toEqual([statement])
    expect(takenBy(`-- Stop all older processes first: the name is split.\n${statement};`)).toEqual([])
  }
  for (const statement of [
    "alter table users add column name text not null default 'none; not null'",
    'alter table users add column name text, add column other text',
    'drop index users_name',
    'create or replace function f() returns trigger language plpgsql as $$ begin drop table a; rename; end $$',
    'create trigger t before delete or truncate on users for each statement execute function refuse()',
    '-- drop table users',
  ])
    expect(takenBy(`${statement};`)).toEqual([])
})
