import type { ReactNode } from 'react'
import type { Say } from '#ui/text/texts.ts'

export type Part = { readonly name: string; readonly states: (t: Say) => Readonly<Record<string, ReactNode>> }

export const nothing = (): undefined => undefined
export const samples = {
  wallet: '7F3K91ACD2',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  alike: '0x52908400098527886E0F7030069857D2E4169EE8',
  hash: '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b',
  moment: '2026-11-23T08:30:00.000Z',
} as const
