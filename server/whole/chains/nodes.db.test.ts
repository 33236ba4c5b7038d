import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyOrder, getProduct } from '#features/investing/investing.contract.ts'
import { listNodes } from '#features/investing/nodes/nodes.contract.ts'
import { setStar } from '#identity/team/star.store.ts'
import { openShop, type Shop, type Shopper, shelf } from '../../test/test-shop.ts'

describe('node selection, over HTTP', () => {
  let shop: Shop
  let [nobody, ana]: Shopper[] = []
  beforeAll(async () => {
    shop = await openShop()
    nobody = await shop.shopper()
    ana = await shop.shopper()
    await shop.app.db.transaction((tx) => setStar(tx, people().ana.walletId, 1, shop.app.clock.now()))
  })
  afterAll(() => shop.app.close())
  const people = () => {
    if (!nobody || !ana) throw new Error('the shop is open')
    return { nobody, ana }
  }
  const problems = async ({ client }: Shopper) =>
    (await client.call(listNodes, {})).items.map(({ problem }) => problem?.key)

  it('shows every node by stars, with price and weight, and which of them the wallet may choose', async () => {
    const shown = await people().ana.client.call(listNodes, {})
    expect(shown).toMatchObject({
      star: 1,
      items: [
        {
          nodeId: 45,
          tier: 1,
          base: 'USDT',
          price: '300',
          weight: '1',
          state: 'open',
          realisedADay: null,
          problem: null,
        },
        {
          nodeId: 46,
          tier: 2,
          price: '1000',
          weight: '3.5',
          problem: { key: 'invest.node_level_wrong', params: { tier: '2', star: '1' } },
        },
      ],
    })
    expect(await problems(people().nobody)).toEqual(['invest.star_needed', 'invest.star_needed'])
    expect(await shop.app.client().refusal(listNodes, {})).toBe('token_03')
  })

  it('buys by node_id, one of three numbers, which must be that of a node', async () => {
    const { client } = people().ana
    const { card } = await client.call(getProduct, { productId: shelf.nodeOfOne })
    const input = { amount: '300', card: card.hash }
    const answer = (params: Readonly<Record<string, unknown>>) =>
      client.send(buyOrder, input, { params }).then(({ envelope: { msg, params: said } }) => [msg, said?.field])
    expect(await answer({})).toEqual(['field.required', 'id'])
    expect(await answer({ node_id: '' })).toEqual(['field.required', 'node_id'])
    for (const wrong of ['one', 0, -1, 1.5, true])
      expect(await answer({ node_id: wrong })).toEqual(['field.format', 'node_id'])
    expect(await answer({ node_id: 45, id: 45 })).toEqual(['field.format', 'id'])
    expect(await answer({ node_id: 45, robot_id: shelf.fund })).toEqual(['field.format', 'id'])
    expect(await answer({ node_id: shelf.machine })).toEqual(['invest.node_rule_wrong', undefined])
    expect(await answer({ robot_id: shelf.nodeOfOne })).toEqual(['invest.product_missing', undefined])
    expect(await answer({ node_id: 999 })).toEqual(['invest.product_missing', undefined])
    expect(await answer({ node_id: 46 })).toEqual(['invest.node_level_wrong', undefined])
    const { order } = await client.call(buyOrder, { ...input, nodeId: shelf.nodeOfOne })
    expect(order).toMatchObject({ line: 'node', productId: shelf.nodeOfOne, state: 'to_be_started', amount: '300' })
    expect(await answer({ node_id: 45 })).toEqual(['invest.already_node_user', undefined])
    expect(await problems(people().ana)).toEqual(['invest.already_node_user', 'invest.already_node_user'])
    expect(await people().nobody.client.refusal(buyOrder, { ...input, nodeId: 45 })).toBe('invest.star_needed')
  })
})
