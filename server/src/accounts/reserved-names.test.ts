import { expect, test } from 'vitest'
import { isReservedName, isReservedUsername } from './reserved-names.ts'

const SITE = 'Nova Trade'
const reservedName = (name: string): boolean => isReservedName(name, SITE)
const reservedUsername = (name: string): boolean => isReservedUsername(name, SITE)

test('[A8] [S-5] whoever speaks for a site is nobody else, however the name is written', () => {
  const names = [
    ...['admin', 'Administrator', 'SUPPORT', 'root', 'system', 'official', 'moderator', 'helpdesk'],
    ...['service', 'security', 'billing', 'Truestrike', 'truestrike_news', 'the.real.TrueStrike7'],
    ...['support_team', 'Customer-Service', 'admin.support', 'the_admin', 'a.d.m.i.n'],
    ...['adm1n', 'supp0rt', '5upport', 'r00t', 'bi11ing', 'AdmlN', 'adrnin', 'ádmin', 'admın', 'ＡＤＭＩＮ'],
    // Wholly Cyrillic, and our own languages.
    ...['ѕуѕтем', 'аԁміп', 'Админ', 'поддержка', 'soporte', 'Kundendienst', 'segurança', 'modérateur'],
    ...['الدعم', 'एडमिन', 'nova_trade', 'NovaTradeSupport', 'n0va.trade'],
  ]
  expect(names.filter((name) => !reservedUsername(name))).toEqual([])
  expect(
    ['Support Team', 'A D M I N', '★ Admin ★', 'Truе\u200dstrike'].filter((name) => !reservedName(name)),
  ).toEqual([])
  expect(reservedUsername('ＷＡＬＬＥＴ_eth_1')).toBe(true)
})

test('[A8] other names stay free: with digits behind, or with such a word only within', () => {
  const names = [
    ...[
      'admin7',
      'support24',
      'system_2',
      'anna',
      'Moddy',
      'rooter',
      'servicio_anna',
      'owner_anna',
      'live',
      'team',
    ],
    ...[
      'helper',
      'admiral',
      'modesto',
      'infoman',
      'contacto1',
      'ticket',
      'Анна',
      'мария',
      'عمر',
      'सहाय',
      'market_fan',
      'nova_trader',
      'nova',
    ],
  ]
  expect(names.filter(reservedUsername)).toEqual([])
  expect(['', 'Anna B.', 'Mo', 'Modeste'].filter(reservedName)).toEqual([])
})
