import { expect, it } from 'vitest'
import { styleFor } from './first-style.ts'

const sheet = [
  '@layer base{html{color:red}table{color:blue}a:hover{color:green}::-webkit-x{padding:0}}',
  '@layer utilities{.p-5{padding:5px}.w-\\[min\\(1px\\,2px\\)\\]{width:1px}.never{margin:0}.p-5,.never{top:0}@media print{.never{left:0}.p-5{left:1px}}}',
  '@font-face{font-family:Num;src:url("a{b.woff2")}',
  '.spin{animation:spin 1s}.p-5{animation:breathe 1s}@keyframes spin{to{rotate:1turn}}@keyframes breathe{to{opacity:0}}',
  '@property --used{syntax:"*"}@property --unused{syntax:"*"}.p-5{top:var(--used)}',
].join('')

it('keeps of a sheet what markup needs, in its layers and in its order', () => {
  expect(styleFor(sheet, '<p class="p-5 w-[min(1px,2px)]"><a href="#">here</a></p>')).toBe(
    [
      '@layer base{html{color:red}a:hover{color:green}}',
      '@layer utilities{.p-5{padding:5px}.w-\\[min\\(1px\\,2px\\)\\]{width:1px}.p-5{top:0}@media print{.p-5{left:1px}}}',
      '@font-face{font-family:Num;src:url("a{b.woff2")}',
      '.p-5{animation:breathe 1s}@keyframes breathe{to{opacity:0}}',
      '@property --used{syntax:"*"}.p-5{top:var(--used)}',
    ].join(''),
  )
})

it('keeps a layer of which nothing is needed: its place among the others is', () => {
  expect(styleFor('@layer a,b;@layer b{.x{top:0}}@layer a{p{top:1px}}', '<p></p>')).toBe(
    '@layer a,b;@layer b{}@layer a{p{top:1px}}',
  )
})

it('keeps the layer after the licence, and lists in brackets', () => {
  const layer = '@layer a{p:is(.x,[dir=rtl] *){top:0}}'
  expect(styleFor(`/*! Licence */\n${layer}`, '<p class="x"></p>').trim()).toBe(layer)
})

it('drops properties that nothing reads', () => {
  expect(styleFor(':root{--a:0;--b:1px}p{top:var(--b)}', '<p></p>')).toBe(':root{--b:1px}p{top:var(--b)}')
})
