// Written by scripts/texts.ts from the English catalogues: every text with the values it asks for.
export type Texts = {
  'amount.all': {}
  'app.name': {}
  'bar.back': {}
  'card.dual.earn': { fee: string }
  'card.dual.exit': {}
  'card.dual.exit_later': { base: string; side: string }
  'card.dual.exit_renewal': { side: string }
  'card.dual.fees': {}
  'card.dual.formula': { base: string; days: string; power: string; rates: string }
  'card.dual.lock': {}
  'card.dual.payer': {}
  'card.dual.side': { base: string; freeDays: string; share: string; side: string }
  'card.dual.worst': { base: string; share: string; side: string }
  'confirm.cancel': {}
  'confirm.confirm': {}
  'copy.done': {}
  'copy.failed': {}
  'data.damaged': {}
  'error.balance.fee': {}
  'error.balance.insufficient': { coin: string }
  'error.exchange.not_open': {}
  'error.exchange.price_moved': { coin: string; minimum: string }
  'error.field.format': { field: string }
  'error.field.required': { field: string }
  'error.funds.address_bound': { chain: string }
  'error.funds.address_checksum': {}
  'error.funds.address_format': { chain: string }
  'error.funds.address_length': { chain: string; length: string }
  'error.funds.address_not_bound': { chain: string }
  'error.funds.atm_closed': {}
  'error.funds.certificate_wrong': {}
  'error.funds.chain_coin': { chain: string; coin: string }
  'error.funds.chain_halted': { chain: string; reason: string }
  'error.funds.deposit_closed': { coin: string }
  'error.funds.deposit_wrong_time': { coin: string; from: string; to: string }
  'error.funds.faucet_closed': {}
  'error.funds.faucet_maximum': { coin: string; maximum: string }
  'error.funds.same_as_deposit_address': {}
  'error.funds.withdrawal_above_maximum': { maximum: string }
  'error.funds.withdrawal_below_minimum': { coin: string; minimum: string }
  'error.funds.withdrawal_closed': { coin: string }
  'error.funds.withdrawal_day_limit': { left: string }
  'error.funds.withdrawal_held': { until: string }
  'error.funds.withdrawal_not_cancellable': {}
  'error.funds.withdrawal_wrong_time': { coin: string; from: string; to: string }
  'error.identity.banned': { reason: string }
  'error.identity.challenge_expired': {}
  'error.identity.code_locked': { until: string }
  'error.identity.code_needed': {}
  'error.identity.code_used': {}
  'error.identity.code_wrong': {}
  'error.identity.frozen': {}
  'error.identity.google_bound': {}
  'error.identity.google_not_bound': {}
  'error.identity.google_not_set_up': {}
  'error.identity.inviter_wrong': {}
  'error.identity.mnemonic_sent': {}
  'error.identity.mnemonic_wrong': {}
  'error.identity.not_backed_up': {}
  'error.identity.password_common': {}
  'error.identity.password_is_id': {}
  'error.identity.password_locked': { until: string }
  'error.identity.password_not_set': {}
  'error.identity.password_same': {}
  'error.identity.password_weak': {}
  'error.identity.password_wrong': { left: string }
  'error.identity.passwords_differ': {}
  'error.identity.wallet_id_wrong': {}
  'error.identity.wallet_taken': {}
  'error.identity.wallet_unknown': {}
  'error.identity.withdrawal_banned': { reason: string; until: string }
  'error.invest.card_changed': {}
  'error.invest.card_missing': {}
  'error.invest.conditions_not_met': {}
  'error.invest.last_half_hour': {}
  'error.invest.maximum': { maximum: string }
  'error.invest.minimum': { coin: string; minimum: string }
  'error.invest.order_cannot_close': {}
  'error.invest.order_closed': {}
  'error.invest.order_missing': {}
  'error.invest.payment': {}
  'error.invest.period': {}
  'error.invest.pool_closed': { coin: string; left: string }
  'error.invest.pool_config_not_effective': {}
  'error.invest.pool_settling': {}
  'error.invest.product_ended': {}
  'error.invest.product_missing': {}
  'error.market.price_missing': { pair: string }
  'error.news.missing': {}
  'error.ops.nothing_to_do': {}
  'error.req_token': {}
  'error.req_token_error': {}
  'error.request.auth_missing': {}
  'error.request.auth_wrong': {}
  'error.request.blocked': {}
  'error.request.busy': {}
  'error.request.data_missing': {}
  'error.request.feature_off': {}
  'error.request.internal': { reference: string }
  'error.request.key_conflict': {}
  'error.request.maintenance': { until: string }
  'error.request.malformed': {}
  'error.request.not_found': {}
  'error.request.replayed': {}
  'error.request.sign_missing': {}
  'error.request.sign_wrong': {}
  'error.request.stale': {}
  'error.request.too_large': {}
  'error.request.too_often': {}
  'error.session.expired': {}
  'error.session.logged_in_elsewhere': {}
  'error.session.quiet': {}
  'error.session.wallet_token_expired': {}
  'error.session.wallet_token_missing': {}
  'error.token_03': {}
  'list.more': {}
  'missing.home': {}
  'missing.text': {}
  'network.later': {}
  'order.event.bought': { paid: string }
  'order.event.cancelled': { returned: string }
  'order.event.ended': { returned: string }
  'order.event.ended_pool_short': { returned: string }
  'order.event.ended_product_ended': { returned: string }
  'order.event.ended_terms_changed': { returned: string }
  'order.event.reinvest_off': {}
  'order.event.reinvest_on': {}
  'order.event.renewal_pool_short': { interest: string }
  'order.event.renewal_set_aside': { interest: string }
  'order.event.renewed': { interest: string; round: string }
  'order.event.side_retired': { power: string; retired: string }
  'order.event.started': { round: string }
  'pad.delete': {}
  'pad.done': {}
  'pad.label': {}
  'pad.point': {}
  'password.google_code': {}
  'password.hint': { hint: string }
  'password.show': {}
  'password.wallet': {}
  'sheet.close': {}
  'state.as_of': { time: string }
  'state.broken': {}
  'state.loading': {}
  'state.offline': {}
  'state.retry': {}
  'tab.exchange': {}
  'tab.home': {}
  'tab.invest': {}
  'tab.menu': {}
  'tab.wallet': {}
  'title.account': {}
  'title.addresses': {}
  'title.backup': {}
  'title.create': {}
  'title.google': {}
  'title.home': {}
  'title.import': {}
  'title.info': {}
  'title.invest': {}
  'title.language': {}
  'title.login': {}
  'title.missing': {}
  'title.my': {}
  'title.nickname': {}
  'title.notice': {}
  'title.notices': {}
  'title.password': {}
  'title.recharge': {}
  'title.record': {}
  'title.records': {}
  'title.referrals': {}
  'title.security': {}
  'title.start': {}
  'title.wallet': {}
  'title.withdraw': {}
}
