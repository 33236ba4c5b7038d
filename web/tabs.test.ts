// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { bars } from '#kit/time/bars.ts'

beforeAll(() => void vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))

describe('the bottom bar', () => {
  it('has the places of the specification: the usual four, the footer with news, and its alternative with mining', async () => {
    const { tabPaths, tabsOf, isTab } = await import('./tabs.ts')
    expect(tabPaths('usual')).toEqual([
      '/pages/index/index',
      '/pages/invest/index',
      '/pages/exchange/index',
      '/pages/wallet/index',
    ])
    expect(tabPaths('news')).toEqual(
      expect.arrayContaining(['/pages/news/index', '/pages/ecology/index', '/pages/finance/index']),
    )
    expect(tabPaths('mining')).toEqual(
      expect.arrayContaining(['/pages/mining/mining', '/pages/game/game', '/pages/my/my']),
    )
    for (const bar of bars) {
      expect(tabPaths(bar)).toEqual(expect.arrayContaining(['/pages/index/index', '/pages/wallet/index']))
      expect(tabsOf((id) => id, bar)).toHaveLength(tabPaths(bar).length)
      expect(tabPaths(bar).every((path) => isTab(path, bar))).toBe(true)
    }
    expect(isTab('/pages/my/my', 'usual')).toBe(false)
  })

  it('leaves no screen without a way back: what another bar lacks leads home', async () => {
    const { tabPaths, upOf } = await import('./tabs.ts')
    expect(bars.map((bar) => tabPaths('usual').filter((path) => upOf(path, bar)))).toEqual([
      [],
      ['/pages/invest/index', '/pages/exchange/index'],
      ['/pages/invest/index', '/pages/exchange/index'],
    ])
    expect(upOf('/pages/exchange/index', 'mining')).toBe('/pages/index/index')
    // Screens outside all bars define their own back target, or none intentionally.
    expect(upOf('/pages/my/settings', 'news')).toBeUndefined()
  })

  it('is the operator’s until a holder chooses one, and again once the operator leaves no choice', async () => {
    const { barOf } = await import('./tabs.ts')
    expect(barOf({ bar: '', companyBar: 'news', barChoice: true })).toBe('news')
    expect(barOf({ bar: 'mining', companyBar: 'news', barChoice: true })).toBe('mining')
    expect(barOf({ bar: 'mining', companyBar: 'news', barChoice: false })).toBe('news')
  })

  it('is kept on the device as the server said it, and as nothing else', async () => {
    const { changeBoot, currentBoot, noteCompany } = await import('#ui/shell/boot.ts')
    noteCompany({ demo: false, companyBar: 'mining', barChoice: false })
    changeBoot({ bar: 'news' })
    expect(JSON.parse(localStorage.getItem('boot') ?? '{}')).toMatchObject({
      bar: 'news',
      companyBar: 'mining',
      barChoice: false,
    })
    vi.resetModules()
    localStorage.setItem('boot', JSON.stringify({ bar: 'constructor', companyBar: 7, barChoice: 'no' }))
    const { currentBoot: again } = await import('#ui/shell/boot.ts')
    expect(again()).toMatchObject({ bar: '', companyBar: 'usual', barChoice: true })
    expect(currentBoot().companyBar).toBe('mining')
  })
})
