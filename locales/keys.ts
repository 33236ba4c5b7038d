// Written by scripts/texts.ts from the English catalogue: every text with the values it asks for.
export type Texts = {
  'accelerate.accelerated': {}
  'accelerate.adds': {}
  'accelerate.all_marked': { coin: string }
  'accelerate.amount': { amount: string }
  'accelerate.confirm': {}
  'accelerate.done': {}
  'accelerate.from_ratio': { share: string }
  'accelerate.left': {}
  'accelerate.marked': {}
  'accelerate.moves': {}
  'accelerate.no_principal': { coin: string }
  'accelerate.nothing_moves': {}
  'accelerate.now': {}
  'accelerate.now_faster': {}
  'accelerate.part': {}
  'accelerate.pending': {}
  'accelerate.ratio': {}
  'accelerate.running': {}
  'accelerate.speed': {}
  'accelerate.stays': {}
  'accelerate.steps': { days: string }
  'accelerate.to_compound': {}
  'accelerate.yours': {}
  'account.add': {}
  'account.expired': {}
  'account.expired_note': {}
  'account.in_use': {}
  'account.list': {}
  'account.none': {}
  'account.restore': {}
  'account.switch': {}
  'address.already': { network: string }
  'address.bind': {}
  'address.bound': {}
  'address.bound_at': { day: string }
  'address.change': {}
  'address.change_ask': {}
  'address.change_cancel': {}
  'address.change_cancelled': {}
  'address.change_confirm': {}
  'address.change_confirmed': {}
  'address.change_done': {}
  'address.change_from': { moment: string }
  'address.change_old': {}
  'address.change_pending': {}
  'address.change_rules': {}
  'address.change_same': {}
  'address.change_support': {}
  'address.change_title': { network: string }
  'address.change_understood': {}
  'address.change_wait': {}
  'address.checked': {}
  'address.compare': {}
  'address.confirm_title': {}
  'address.copy': {}
  'address.count': { count: string; length: string }
  'address.done': {}
  'address.field': { network: string }
  'address.final': { network: string }
  'address.intro': {}
  'address.look_alike': { network: string }
  'address.name': {}
  'address.name_hint': {}
  'address.network': {}
  'address.new': {}
  'address.new_title': { network: string }
  'address.no_google': {}
  'address.no_key': {}
  'address.paste': {}
  'address.paste_failed': {}
  'address.payable_from': { moment: string }
  'address.problem.checksum': {}
  'address.problem.format': { network: string }
  'address.problem.format_tron': { network: string }
  'address.problem.long': { count: string; length: string }
  'address.problem.other_network': { network: string; other: string }
  'address.unbound': {}
  'address.unchecked': {}
  'address.understood': {}
  'address.wait': {}
  'agreement.close': {}
  'agreement.password': {}
  'agreement.privacy': {}
  'agreement.risk': {}
  'agreement.support': {}
  'agreement.terms': {}
  'agreement.way_out': {}
  'agreement.whole': {}
  'agreement.words': {}
  'alert.above': { base: string; coin: string; price: string }
  'alert.add': {}
  'alert.below': { base: string; coin: string; price: string }
  'alert.delete': { alert: string }
  'alert.how': {}
  'alert.price': { coin: string }
  'alert.reached': {}
  'alert.side': {}
  'alert.side.above': {}
  'alert.side.below': {}
  'alert.since': { moment: string }
  'alert.title': {}
  'amount.all': {}
  'amount.decimals': { count: string }
  'amount.kept': {}
  'amount.long': { count: string }
  'amount.not_read': { example: string }
  'amount.unclear': {}
  'answer.appeal': {}
  'answer.deposit': {}
  'answer.picture': {}
  'answer.received': {}
  'answer.reference': {}
  'answer.settled': {}
  'answer.withdrawal': {}
  'answer.words': {}
  'app.name': {}
  'arrived.back_up': {}
  'arrived.copy': {}
  'arrived.go_on': {}
  'arrived.id': {}
  'arrived.later': {}
  'arrived.not_backed_up': {}
  'arrived.not_backed_up_why': {}
  'arrived.one_left': {}
  'arrived.title': {}
  'article.all_news': {}
  'article.in_english': {}
  'article.missing': {}
  'article.missing_why': {}
  'avatar.add': {}
  'avatar.album': {}
  'avatar.change': {}
  'avatar.choose': { number: string }
  'avatar.chosen': {}
  'avatar.most': { most: string }
  'avatar.remove': {}
  'avatar.removed': {}
  'avatar.title': {}
  'avatar.why': {}
  'back_up.alone': {}
  'back_up.alone_why': {}
  'back_up.already': {}
  'back_up.begin': {}
  'back_up.check': {}
  'back_up.credit': {}
  'back_up.done': {}
  'back_up.done_why': {}
  'back_up.no_picture': {}
  'back_up.no_picture_why': {}
  'back_up.nobody_asks': {}
  'back_up.nobody_asks_why': {}
  'back_up.not_here': {}
  'back_up.paper': {}
  'back_up.paper_why': {}
  'back_up.password_why': {}
  'back_up.password_wrong': {}
  'back_up.step_check': {}
  'back_up.step_prepare': {}
  'back_up.step_write': {}
  'back_up.steps': {}
  'back_up.why': {}
  'back_up.write': {}
  'backup.banner': {}
  'balance.day': {}
  'balance.hide': {}
  'balance.partial': {}
  'balance.total': {}
  'bar.back': {}
  'bind.address': {}
  'bind.address_hint': {}
  'bind.both_codes': {}
  'bind.code': { digits: string }
  'bind.code_hint': {}
  'bind.done': {}
  'bind.format': {}
  'bind.google_instead': {}
  'bind.heard': { at: string }
  'bind.intro': {}
  'bind.mail_code': {}
  'bind.new_address': {}
  'bind.new_code': {}
  'bind.next': {}
  'bind.old_code': {}
  'bind.old_code_why': {}
  'bind.password': {}
  'bind.password_code': {}
  'bind.released': { from: string }
  'bind.replace': {}
  'bind.replace_intro': {}
  'bind.replace_why': {}
  'bind.replaced': { until: string }
  'bind.same': {}
  'bind.send': {}
  'bind.send_again': {}
  'bind.send_again_in': { seconds: string }
  'bind.send_to': {}
  'bind.sent': {}
  'bind.sent_to': {}
  'bind.try': {}
  'bind.try_why': {}
  'bind.what_for': {}
  'bind.works': {}
  'budget.empty': {}
  'budget.scaled': { day: string }
  'budget.title': {}
  'budget.whole': { day: string }
  'budget.why': {}
  'buy.check_amount': {}
  'buy.choose_end': {}
  'buy.exchange_and_buy': { amount: string }
  'buy.exchange_lose': { amount: string; loss: string }
  'buy.keeps': {}
  'buy.leaves': {}
  'buy.read_terms': {}
  'buy.side_get': { side: string }
  'buy.side_have': {}
  'buy.side_in_one': { amount: string }
  'buy.side_lack': {}
  'buy.side_need': {}
  'buy.terms': {}
  'buy.type_amount': {}
  'buy.type_quantity': {}
  'captcha.at': { at: string; most: string }
  'captcha.confirm': {}
  'captcha.how': {}
  'captcha.picture': {}
  'captcha.renew': {}
  'captcha.right': {}
  'captcha.slide': {}
  'captcha.title': {}
  'captcha.work': {}
  'captcha.working': {}
  'captcha.wrong': {}
  'card.acceleration.earn': {}
  'card.acceleration.exit': {}
  'card.acceleration.exit_day': {}
  'card.acceleration.fees': {}
  'card.acceleration.formula': {}
  'card.acceleration.lock': { base: string }
  'card.acceleration.payer': {}
  'card.acceleration.power': { power: string }
  'card.acceleration.start': { hours: string }
  'card.acceleration.step': { adds: string; days: string; ratios: string }
  'card.acceleration.worst': {}
  'card.compound.earn': {}
  'card.compound.exit': {}
  'card.compound.exit_any': {}
  'card.compound.fees': {}
  'card.compound.formula': { most: string }
  'card.compound.lock': {}
  'card.compound.payer': { base: string }
  'card.compound.power': { power: string; start: string }
  'card.compound.worst': { base: string }
  'card.dual.earn': { fee: string }
  'card.dual.exit': {}
  'card.dual.exit_later': { base: string; side: string }
  'card.dual.exit_renewal': { side: string }
  'card.dual.fees': {}
  'card.dual.formula': { base: string; days: string; power: string; rates: string }
  'card.dual.lock': {}
  'card.dual.payer': {}
  'card.dual.side': { base: string; freeDays: string; share: string; side: string }
  'card.dual.side_always': { base: string; share: string; side: string }
  'card.dual.worst': { base: string; share: string; side: string }
  'card.dual2.earn': { fee: string }
  'card.dual2.exit': {}
  'card.dual2.exit_early': { fee: string }
  'card.dual2.exit_end': { base: string; side: string }
  'card.dual2.fees': { fee: string }
  'card.dual2.formula': { days: string; powers: string }
  'card.dual2.lock': {}
  'card.dual2.payer': {}
  'card.dual2.side': { base: string; share: string; side: string }
  'card.dual2.worst': { base: string; fee: string; side: string }
  'card.fund.dynamic': { dividend: string; dynamic: string }
  'card.fund.earn': { fee: string }
  'card.fund.exit': {}
  'card.fund.exit_later': { days: string; venue: string }
  'card.fund.fees': { fee: string }
  'card.fund.formula': { dividend: string; weights: string }
  'card.fund.formula_held': { days: string; dividend: string; weights: string }
  'card.fund.lock': { base: string; venue: string }
  'card.fund.payer': { venue: string }
  'card.fund.worst': { venue: string }
  'card.liquidity.earn': {}
  'card.liquidity.exit': {}
  'card.liquidity.exit_early': {}
  'card.liquidity.exit_end': {}
  'card.liquidity.exit_power': {}
  'card.liquidity.fees': {}
  'card.liquidity.formula': { days: string; weights: string }
  'card.liquidity.lock': { base: string; side: string }
  'card.liquidity.payer': { base: string; side: string }
  'card.liquidity.power': { power: string }
  'card.liquidity.worst': {}
  'card.lockup.earn': { fee: string }
  'card.lockup.exit': {}
  'card.lockup.exit_early': { base: string; fee: string }
  'card.lockup.exit_end': { base: string }
  'card.lockup.fees': { fee: string }
  'card.lockup.formula': { days: string; powers: string }
  'card.lockup.lock': { base: string }
  'card.lockup.payer': {}
  'card.lockup.worst': { base: string; fee: string }
  'card.machine.cap': { coin: string; times: string }
  'card.machine.earn': { base: string; price: string }
  'card.machine.exit': {}
  'card.machine.fees': {}
  'card.machine.formula': { coin: string; hash: string }
  'card.machine.lock': { base: string }
  'card.machine.payer': { coin: string }
  'card.machine.worst': { base: string; coin: string; price: string }
  'card.node.earn': { base: string; price: string }
  'card.node.exit': {}
  'card.node.fees': {}
  'card.node.formula': { tier: string; weight: string }
  'card.node.formula_fees': { tier: string; weight: string }
  'card.node.lock': { base: string }
  'card.node.payer': {}
  'card.node.weekly': {}
  'card.node.weekly_fees': {}
  'card.node.worst': { base: string; price: string }
  'card.package.earn': { base: string; pays: string }
  'card.package.exit': { base: string }
  'card.package.fees': {}
  'card.package.formula': { base: string; pays: string; share: string }
  'card.package.lock': {}
  'card.package.payer': { pays: string }
  'card.package.start': { base: string; pays: string }
  'card.package.worst': { base: string; days: string; pays: string }
  'chain.change': {}
  'chain.closed': {}
  'chain.coin': {}
  'chain.confirmations': { count: string }
  'chain.fee': { coin: string; fee: string }
  'chain.hint_recharge': {}
  'chain.hint_withdraw': {}
  'chain.minimum': {}
  'chain.network': {}
  'chain.not_connected': {}
  'chain.simulated': {}
  'chain.simulated_note': { network: string }
  'chain.title': {}
  'changes.checking': {}
  'changes.copy': { what: string }
  'changes.demo': {}
  'changes.digest': {}
  'changes.empty': {}
  'changes.head': { day: string; line: string }
  'changes.head_note': {}
  'changes.hidden': {}
  'changes.intro': {}
  'changes.key': {}
  'changes.line': { line: string }
  'changes.list': {}
  'changes.no_head': {}
  'changes.own': {}
  'changes.part': {}
  'changes.right': { count: string }
  'changes.signature': {}
  'changes.unchecked': {}
  'changes.wrong_head': {}
  'changes.wrong_line': { line: string }
  'changes.wrong_statement': {}
  'chat.asks_words': {}
  'chat.attach': {}
  'chat.checking': {}
  'chat.closed': {}
  'chat.closed_support': {}
  'chat.demo_key': {}
  'chat.drop': {}
  'chat.earlier': {}
  'chat.empty': {}
  'chat.empty_support': {}
  'chat.forged': {}
  'chat.guest_code': {}
  'chat.guest_code_how': {}
  'chat.guest_help': {}
  'chat.guest_new': {}
  'chat.guest_new_how': {}
  'chat.guest_password': {}
  'chat.guest_password_how': {}
  'chat.guest_safety': {}
  'chat.guest_sign_in': {}
  'chat.guest_title': {}
  'chat.guest_why': {}
  'chat.help': {}
  'chat.key': {}
  'chat.key_log': {}
  'chat.left': { count: string }
  'chat.mark.delivered': {}
  'chat.mark.read': {}
  'chat.mark.sending': {}
  'chat.mark.sent': {}
  'chat.messages': {}
  'chat.never_words': {}
  'chat.not_sent': {}
  'chat.other': {}
  'chat.picture': {}
  'chat.picture_failed': {}
  'chat.picture_open': {}
  'chat.picture_remove': {}
  'chat.reference': { reference: string }
  'chat.send': {}
  'chat.signed': {}
  'chat.staff': { operator: string }
  'chat.staff_away': {}
  'chat.staff_reads': {}
  'chat.words_maybe': {}
  'chat.words_send': {}
  'chat.write': {}
  'confirm.again': {}
  'confirm.cancel': {}
  'confirm.confirm': {}
  'confirm.hold': {}
  'copy.done': {}
  'copy.failed': {}
  'create.agree': {}
  'create.agreement': {}
  'create.busy': {}
  'create.create': {}
  'create.done': {}
  'create.hint': {}
  'create.hint_tells': {}
  'create.hint_why': {}
  'create.intro': {}
  'create.sponsor': {}
  'create.sponsor_right': {}
  'create.sponsor_why': {}
  'create.sponsor_wrong': {}
  'data.damaged': {}
  'data.wallet_damaged': {}
  'demo.clock': { moment: string }
  'demo.mark': {}
  'demo.why': {}
  'deposit.address': {}
  'deposit.arrived': { amount: string; coin: string }
  'deposit.ask_amount': {}
  'deposit.asks': { amount: string; coin: string }
  'deposit.back_up': {}
  'deposit.below': { coin: string; minimum: string }
  'deposit.closed': { coin: string }
  'deposit.collecting': {}
  'deposit.collecting_note': {}
  'deposit.confirmations': {}
  'deposit.confirming': { done: string; needed: string }
  'deposit.confirming_short': {}
  'deposit.copy': {}
  'deposit.corrected': {}
  'deposit.corrected_note': {}
  'deposit.credited': {}
  'deposit.empty': {}
  'deposit.faucet': {}
  'deposit.faucet_amount': {}
  'deposit.faucet_most': { coin: string; maximum: string }
  'deposit.faucet_note': {}
  'deposit.faucet_send': {}
  'deposit.faucet_sent': {}
  'deposit.key_changed': {}
  'deposit.minimum': {}
  'deposit.not_backed_up': {}
  'deposit.not_backed_up_short': {}
  'deposit.not_backed_up_why': {}
  'deposit.not_connected': { network: string }
  'deposit.only': { coin: string; network: string; standard: string }
  'deposit.open': {}
  'deposit.orphaned': {}
  'deposit.orphaned_note': {}
  'deposit.payments': {}
  'deposit.qr': { coin: string; network: string }
  'deposit.records': {}
  'deposit.seen': { amount: string; coin: string }
  'deposit.share': {}
  'deposit.show_anyway': {}
  'deposit.together': { count: string }
  'deposit.uncertified': {}
  'deposit.wrong_time': { coin: string; from: string; to: string }
  'draw.chance': {}
  'draw.chances': {}
  'draw.check.day_seed_wrong': {}
  'draw.check.fine': {}
  'draw.check.roll_wrong': {}
  'draw.check.seed_changed': {}
  'draw.check.share_wrong': {}
  'draw.day_hash': {}
  'draw.day_seed': {}
  'draw.day_seed_later': {}
  'draw.details': {}
  'draw.earlier': {}
  'draw.hash': {}
  'draw.how': {}
  'draw.next_day_hash': {}
  'draw.nothing': {}
  'draw.now': {}
  'draw.part': {}
  'draw.pending': {}
  'draw.promise': {}
  'draw.promise_about': {}
  'draw.roll': {}
  'draw.seed': {}
  'draw.seed_hint': {}
  'draw.server_seed': {}
  'draw.to_packages': {}
  'draw.today': {}
  'draw.tomorrow': {}
  'draw.verify': {}
  'drill.about': {}
  'drill.again': {}
  'drill.begin': {}
  'drill.check': {}
  'drill.later': {}
  'drill.lost': {}
  'drill.note': {}
  'drill.right': {}
  'drill.title': {}
  'drill.word': { place: string }
  'drill.wrong': {}
  'ecology.empty': {}
  'ecology.intro': {}
  'error.alerts.no_price': {}
  'error.alerts.reached': { price: string }
  'error.alerts.too_many': { most: string }
  'error.balance.credit_limit': { needed: string }
  'error.balance.fee': {}
  'error.balance.insufficient': { coin: string }
  'error.captcha.check_invalid': {}
  'error.captcha.needed': {}
  'error.captcha.sign_expired': {}
  'error.captcha.sign_wrong': {}
  'error.chat.closed': {}
  'error.chat.full': { until: string }
  'error.chat.not_disputed': {}
  'error.chat.thread_missing': {}
  'error.chat.words': {}
  'error.exchange.amount': { maximum: string; minimum: string }
  'error.exchange.calculation': {}
  'error.exchange.held': { until: string; value: string }
  'error.exchange.impact': { maximum: string }
  'error.exchange.not_open': {}
  'error.exchange.pair_missing': {}
  'error.exchange.price_moved': { coin: string; minimum: string }
  'error.exchange.wrong_time': { from: string; to: string }
  'error.field.format': { field: string }
  'error.field.required': { field: string }
  'error.funds.address_bound': { chain: string }
  'error.funds.address_change_open': {}
  'error.funds.address_checksum': {}
  'error.funds.address_format': { chain: string }
  'error.funds.address_length': { chain: string; length: string }
  'error.funds.address_not_bound': { chain: string }
  'error.funds.address_same': {}
  'error.funds.atm_closed': {}
  'error.funds.certificate_wrong': {}
  'error.funds.chain_coin': { chain: string; coin: string }
  'error.funds.deposit_closed': { coin: string }
  'error.funds.deposit_wrong_time': { coin: string; from: string; to: string }
  'error.funds.faucet_closed': {}
  'error.funds.faucet_maximum': { coin: string; maximum: string }
  'error.funds.receiver_not_in_team': {}
  'error.funds.receiver_not_valid': {}
  'error.funds.receiver_unknown': {}
  'error.funds.same_as_deposit_address': {}
  'error.funds.transfer_amount': { maximum: string; minimum: string }
  'error.funds.transfer_closed': { coin: string }
  'error.funds.transfer_held': { until: string }
  'error.funds.transfer_wrong_time': { coin: string; from: string; to: string }
  'error.funds.withdrawal_above_maximum': { maximum: string }
  'error.funds.withdrawal_above_payout': { coin: string; most: string }
  'error.funds.withdrawal_below_minimum': { coin: string; minimum: string }
  'error.funds.withdrawal_closed': { coin: string }
  'error.funds.withdrawal_day_limit': { left: string }
  'error.funds.withdrawal_not_cancellable': {}
  'error.funds.withdrawal_wrong_time': { coin: string; from: string; to: string }
  'error.identity.banned': { reason: string; until: string }
  'error.identity.challenge_expired': {}
  'error.identity.code_locked': { until: string }
  'error.identity.code_needed': {}
  'error.identity.code_used': {}
  'error.identity.code_wrong': {}
  'error.identity.frozen': {}
  'error.identity.google_not_bound': {}
  'error.identity.google_not_set_up': {}
  'error.identity.inviter_wrong': {}
  'error.identity.mail_code_expired': {}
  'error.identity.mail_code_needed': {}
  'error.identity.mail_code_wrong': {}
  'error.identity.mail_not_bound': {}
  'error.identity.mail_off': {}
  'error.identity.mail_other': {}
  'error.identity.mail_same': {}
  'error.identity.mail_taken': {}
  'error.identity.mail_too_many': { until: string }
  'error.identity.mail_too_soon': { seconds: string }
  'error.identity.mnemonic_sent': {}
  'error.identity.mnemonic_wrong': {}
  'error.identity.passkey_cancelled': {}
  'error.identity.passkey_copied': {}
  'error.identity.passkey_expired': {}
  'error.identity.passkey_locked': { until: string }
  'error.identity.passkey_too_many': { most: string }
  'error.identity.passkey_wrong': {}
  'error.identity.password_common': {}
  'error.identity.password_is_id': {}
  'error.identity.password_locked': { until: string }
  'error.identity.password_not_set': {}
  'error.identity.password_same': {}
  'error.identity.password_weak': {}
  'error.identity.password_wrong': { left: string }
  'error.identity.passwords_differ': {}
  'error.identity.region_needed': {}
  'error.identity.region_off': { region: string }
  'error.identity.region_stands': { until: string }
  'error.identity.wallet_id_wrong': {}
  'error.identity.wallet_taken': {}
  'error.identity.wallet_unknown': {}
  'error.identity.withdrawal_banned': { reason: string; until: string }
  'error.invest.already_in_queue': {}
  'error.invest.already_node_user': {}
  'error.invest.card_changed': {}
  'error.invest.coin_stopped': { coin: string; why: string }
  'error.invest.compound_insufficient': { coin: string; left: string }
  'error.invest.conditions_not_met': {}
  'error.invest.draw_done': {}
  'error.invest.draw_hash': {}
  'error.invest.draw_nothing': {}
  'error.invest.exit_before_reinvest': {}
  'error.invest.fund_data_wrong': {}
  'error.invest.fund_limit': { maximum: string }
  'error.invest.last_half_hour': {}
  'error.invest.line_closed': { reason: string; until: string }
  'error.invest.maximum': { maximum: string }
  'error.invest.minimum': { coin: string; minimum: string }
  'error.invest.node_level_wrong': { star: string; tier: string }
  'error.invest.node_rule_wrong': {}
  'error.invest.order_cannot_close': {}
  'error.invest.order_closed': {}
  'error.invest.order_error': {}
  'error.invest.order_missing': {}
  'error.invest.packages_many': { most: string }
  'error.invest.payment': {}
  'error.invest.pending_order_waiting': {}
  'error.invest.period': {}
  'error.invest.pool_closed': { coin: string; left: string }
  'error.invest.pool_config_not_effective': {}
  'error.invest.pool_settling': {}
  'error.invest.price_rising': {}
  'error.invest.product_ended': {}
  'error.invest.product_missing': {}
  'error.invest.queue_not_processed': {}
  'error.invest.quota_full': { coin: string; left: string }
  'error.invest.quota_small': { coin: string; quota: string }
  'error.invest.reservation_needed': {}
  'error.invest.reservation_not_needed': {}
  'error.invest.shares_moved': { minimum: string }
  'error.invest.star_needed': {}
  'error.invest.transaction_booked': {}
  'error.invest.wallet_quota': { left: string; most: string }
  'error.news.article_missing': {}
  'error.news.missing': {}
  'error.ops.approval_wrong': {}
  'error.ops.closed_too_long': {}
  'error.ops.nothing_to_do': {}
  'error.ops.operator_unknown': { name: string }
  'error.ops.operators_few': {}
  'error.ops.proposal_over': {}
  'error.ops.two_needed': {}
  'error.otc.ad_already_taken': {}
  'error.otc.ad_cannot_be_ordered': {}
  'error.otc.ad_missing': {}
  'error.otc.ad_offline': {}
  'error.otc.already_ordered': {}
  'error.otc.disable_failed': {}
  'error.otc.disable_first': {}
  'error.otc.enable_failed': {}
  'error.otc.enable_first': {}
  'error.otc.evidence_full': { most: string }
  'error.otc.fiat_missing': { fiat: string }
  'error.otc.held': { until: string }
  'error.otc.limits_crossed': {}
  'error.otc.order_maximum': { coin: string; maximum: string }
  'error.otc.order_minimum': { coin: string; minimum: string }
  'error.otc.payer_other': { name: string }
  'error.otc.payer_similar': { name: string }
  'error.otc.payer_unsure': { name: string }
  'error.otc.price': { maximum: string; minimum: string }
  'error.otc.price_moved': { price: string }
  'error.otc.quantity_exceeded': { coin: string; left: string }
  'error.otc.remove_failed': {}
  'error.otc.remove_first': {}
  'error.otc.reputation_insufficient': { limit: string; rule: string }
  'error.otc.seller_unheard': { until: string }
  'error.otc.transaction_closed': {}
  'error.otc.transaction_missing': {}
  'error.otc.transaction_not_initialized': {}
  'error.power.restorable': { most: string }
  'error.push.device_refused': {}
  'error.req_token': {}
  'error.req_token_error': {}
  'error.request.address_blocked': {}
  'error.request.auth_missing': {}
  'error.request.auth_wrong': {}
  'error.request.blocked': {}
  'error.request.busy': {}
  'error.request.data_missing': {}
  'error.request.failed': { key: string }
  'error.request.full': { until: string }
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
  'error.request.too_often': { seconds: string }
  'error.request.unavailable': {}
  'error.session.expired': {}
  'error.session.logged_in_elsewhere': {}
  'error.session.quiet': {}
  'error.session.token_format': {}
  'error.session.token_not_kept': {}
  'error.session.wallet_token_expired': {}
  'error.session.wallet_token_missing': {}
  'error.team.not_below': {}
  'error.token_03': {}
  'error.upload.empty': {}
  'error.upload.failed': {}
  'error.upload.full': { most: string; until: string }
  'error.upload.illegal': {}
  'error.upload.image_failed': {}
  'error.upload.not_picture': {}
  'error.upload.too_large': {}
  'error.upload.unreadable': { kind: string }
  'exchange.act': { amount: string }
  'exchange.always': {}
  'exchange.balance': {}
  'exchange.buy': { coin: string }
  'exchange.closed': {}
  'exchange.code_rule': { left: string; value: string }
  'exchange.confirm_title': {}
  'exchange.direction': {}
  'exchange.done': {}
  'exchange.empty': {}
  'exchange.fee': {}
  'exchange.final': {}
  'exchange.for_one': { coin: string }
  'exchange.frozen': {}
  'exchange.give': {}
  'exchange.guide': {}
  'exchange.guide_difference': {}
  'exchange.held': { until: string; value: string }
  'exchange.hint': { maximum: string; minimum: string }
  'exchange.how': { value: string }
  'exchange.impact': {}
  'exchange.impact_max': {}
  'exchange.least': {}
  'exchange.list': {}
  'exchange.maximum': {}
  'exchange.minimum': {}
  'exchange.missing': {}
  'exchange.number': {}
  'exchange.one': {}
  'exchange.pair': {}
  'exchange.quoted': {}
  'exchange.rate': {}
  'exchange.receive': {}
  'exchange.received': {}
  'exchange.rule.balance': { balance: string; coin: string }
  'exchange.rules': {}
  'exchange.sell': { coin: string }
  'exchange.sign_in': {}
  'exchange.submit': {}
  'exchange.suspended': { until: string }
  'exchange.time': {}
  'exchange.to_security': {}
  'exchange.turn': {}
  'exchange.window': {}
  'exchange.wrong_time': { from: string; to: string }
  'facts.more': {}
  'fiat.none': { currency: string }
  'fiat.note': { feeds: string; time: string }
  'field.account': {}
  'field.address': {}
  'field.alias': {}
  'field.answer': {}
  'field.app': {}
  'field.avatar': {}
  'field.bank': {}
  'field.branch': {}
  'field.code': {}
  'field.coin': {}
  'field.details': {}
  'field.direction': {}
  'field.email': {}
  'field.fiat': {}
  'field.file': {}
  'field.from': {}
  'field.google_code': {}
  'field.holder': {}
  'field.holderSeed': {}
  'field.least': {}
  'field.margin': {}
  'field.methods': {}
  'field.month': {}
  'field.most': {}
  'field.nickname': {}
  'field.number': {}
  'field.o_code': {}
  'field.o_password': {}
  'field.paid': {}
  'field.parent': {}
  'field.password': {}
  'field.payerName': {}
  'field.paysword': {}
  'field.period': {}
  'field.phone': {}
  'field.picture': {}
  'field.price': {}
  'field.quantity': {}
  'field.r_password': {}
  'field.real': {}
  'field.reason': {}
  'field.region': {}
  'field.reinvest': {}
  'field.series': {}
  'field.service': {}
  'field.side': {}
  'field.tag': {}
  'field.target': {}
  'field.terms': {}
  'field.text': {}
  'field.until': {}
  'field.value': {}
  'field.walletId': {}
  'field.window': {}
  'first.backup': {}
  'first.backup_why': {}
  'first.choose': {}
  'first.choose_why': {}
  'first.credit': {}
  'first.done': {}
  'first.recharge': {}
  'first.recharge_why': {}
  'first.title': {}
  'form.code_digits': { length: string }
  'form.missing': { what: string }
  'form.too_long': { count: string; most: string }
  'form.unchanged': {}
  'fund.at_venue': { venue: string }
  'fund.booking.loss': {}
  'fund.booking.profit': {}
  'fund.booking.return': {}
  'fund.booking.send': {}
  'fund.bookings': {}
  'fund.held': { reason: string }
  'fund.mine': {}
  'fund.my_part': {}
  'fund.no_bookings': {}
  'fund.no_history': {}
  'fund.principal': {}
  'fund.since': { day: string }
  'fund.split': { bonuses: string; dividends: string; fee: string; refilled: string }
  'fund.splits': {}
  'fund.to_be_released': {}
  'fund.undivided': {}
  'fund.value': {}
  'hash.copy': {}
  'hash.explorer': {}
  'home.announcement': {}
  'home.checked': {}
  'home.checked_demo': { day: string }
  'home.checked_new': {}
  'home.checked_old': { day: string }
  'home.currency': {}
  'home.earned': {}
  'home.guide': {}
  'home.guide_how': {}
  'home.hold': {}
  'home.house_checking': {}
  'home.house_none': {}
  'home.house_right': { ratio: string }
  'home.house_short': { coin: string; ratio: string }
  'home.house_unchecked': {}
  'home.house_wrong': {}
  'home.invest': {}
  'home.latest_price': {}
  'home.leads_company': { host: string }
  'home.leads_page': { title: string }
  'home.leads_site': { host: string }
  'home.link.invite_friends': {}
  'home.link.my_team': {}
  'home.link.node_recruitment': {}
  'home.link.official_site': {}
  'home.link.online_service': {}
  'home.link.telegram': {}
  'home.link.white_paper': {}
  'home.link.wld_mining': {}
  'home.link.world_coin': {}
  'home.link.world_id': {}
  'home.link.world_pay': {}
  'home.link.x': {}
  'home.links': {}
  'home.maintenance_attack': { until: string }
  'home.maintenance_now': {}
  'home.maintenance_open': {}
  'home.maintenance_soon': {}
  'home.maintenance_window': { from: string; until: string }
  'home.market': {}
  'home.market_columns': {}
  'home.market_empty': {}
  'home.mine_partly': { amounts: string }
  'home.mine_right': { amounts: string }
  'home.money': {}
  'home.more': {}
  'home.order_day': { day: string }
  'home.order_day_of': { day: string; days: string }
  'home.order_paused': {}
  'home.order_starts': { day: string }
  'home.orders_none': {}
  'home.otc': {}
  'home.otc_note': {}
  'home.outside': {}
  'home.proof_checking': {}
  'home.proof_demo': { day: string }
  'home.proof_later': {}
  'home.proof_look': {}
  'home.proof_more': { count: string }
  'home.proof_old': { day: string }
  'home.proof_partly': { day: string }
  'home.proof_right': { day: string }
  'home.proof_since': { moment: string }
  'home.proof_unchecked': {}
  'home.proof_wrong': {}
  'home.receive': {}
  'home.recharge': {}
  'home.rise': {}
  'home.see_pair': { coin: string }
  'home.send': {}
  'home.social': {}
  'home.trade_check': {}
  'home.trade_dispute': {}
  'home.trade_pay': {}
  'home.under_way': {}
  'home.what': {}
  'home.withdrawal': {}
  'income.coins': {}
  'income.empty': {}
  'income.fund': {}
  'income.in_coin': { coin: string }
  'income.investment': {}
  'income.invitation': {}
  'income.list': {}
  'income.net': {}
  'income.net_about': {}
  'income.own_net': {}
  'income.partial': {}
  'income.platform': {}
  'income.power': {}
  'income.received': { all: string; today: string }
  'income.sources': {}
  'income.team': {}
  'income.today': {}
  'income.total': {}
  'income.trend': {}
  'income.trend_empty': {}
  'income.why.fund': {}
  'income.why.investment': {}
  'income.why.invitation': {}
  'income.why.platform': {}
  'income.why.team': {}
  'info.backed_up': {}
  'info.backup': {}
  'info.bound': {}
  'info.created': {}
  'info.google': {}
  'info.id': {}
  'info.name': {}
  'info.nickname': {}
  'info.no_nickname': {}
  'info.no_sponsor': {}
  'info.not_backed_up': {}
  'info.not_set': {}
  'info.password': {}
  'info.remove': {}
  'info.remove_refused': {}
  'info.remove_text': {}
  'info.remove_title': {}
  'info.removed': {}
  'info.rename': {}
  'info.rename_text': {}
  'info.renamed': {}
  'info.save': {}
  'info.set': {}
  'info.sponsor': {}
  'info.unbound': {}
  'install.offer': {}
  'invest.all_orders': {}
  'invest.all_products': {}
  'invest.at_work': {}
  'invest.at_work_orders': { count: string }
  'invest.by_coin': {}
  'invest.by_reservation': {}
  'invest.choices': { count: string }
  'invest.dividend.all': {}
  'invest.dividend.dynamic': {}
  'invest.dividend.weighted': {}
  'invest.dividend_empty': {}
  'invest.dividend_kind': {}
  'invest.due': { count: string }
  'invest.due_look': {}
  'invest.every_coin': {}
  'invest.every_line': {}
  'invest.funded': {}
  'invest.group.fixed': {}
  'invest.group.fixed.about': {}
  'invest.group.power': {}
  'invest.group.power.about': {}
  'invest.group.share': {}
  'invest.group.share.about': {}
  'invest.history_empty': {}
  'invest.income.coin': {}
  'invest.income.power': {}
  'invest.income_empty': {}
  'invest.income_kind': {}
  'invest.line': {}
  'invest.logs.dividend': {}
  'invest.logs.income': {}
  'invest.logs.power': {}
  'invest.logs.purchase': {}
  'invest.logs.reservation': {}
  'invest.month': {}
  'invest.month.lately': {}
  'invest.month.none': {}
  'invest.month.pots': {}
  'invest.month.release': { coin: string; days: string }
  'invest.month.spent': {}
  'invest.month.terms': { days: string }
  'invest.none_of_line': {}
  'invest.none_such': {}
  'invest.nothing_chosen': {}
  'invest.own': {}
  'invest.own_empty': {}
  'invest.packages.none_over': {}
  'invest.packages.none_running': {}
  'invest.packages.over': {}
  'invest.packages.running': {}
  'invest.place.draw': {}
  'invest.place.mining': {}
  'invest.place.packages': {}
  'invest.place.reservations': {}
  'invest.places': {}
  'invest.pool_free': {}
  'invest.pool_lasts': {}
  'invest.power_only': {}
  'invest.products': {}
  'invest.really_paid_day': { days: string }
  'invest.really_paid_round': { days: string }
  'invest.records': {}
  'invest.reinvested': {}
  'invest.rounding': {}
  'invest.state': {}
  'invest.state.all': {}
  'invest.state.over': {}
  'invest.state.running': {}
  'invite.activate': {}
  'invite.activated': {}
  'invite.copy_id': {}
  'invite.copy_link': {}
  'invite.id': {}
  'invite.income': { coin: string }
  'invite.poster': {}
  'invite.poster_failed': {}
  'invite.qr': {}
  'invite.region': {}
  'invite.save': {}
  'invite.undeclared': {}
  'invite.why': {}
  'language.chosen': {}
  'leaving.about': {}
  'leaving.market': {}
  'leaving.rounds': {}
  'leaving.slider': {}
  'leaving.terms': {}
  'leaving.title': { day: string }
  'line.acceleration': {}
  'line.changed': { line: string }
  'line.compound': {}
  'line.dual': {}
  'line.dual2': {}
  'line.fund': {}
  'line.liquidity': {}
  'line.lockup': {}
  'line.machine': {}
  'line.node': {}
  'line.package': {}
  'lines.again': {}
  'lines.changed': {}
  'lines.chosen': {}
  'lines.dead': {}
  'lines.intro': {}
  'lines.measuring': {}
  'lines.ms': { ms: string }
  'lines.only_one': {}
  'lines.other': {}
  'lines.own': {}
  'link.asks': { amount: string; who: string }
  'link.asks_any': { who: string }
  'link.broken': {}
  'link.care': {}
  'link.create': {}
  'link.have': {}
  'link.invite_broken': {}
  'link.invites': { who: string }
  'link.invites_why': {}
  'list.more': {}
  'lock.change': {}
  'lock.locked': {}
  'lock.minutes': { minutes: string }
  'lock.never': {}
  'lock.note': {}
  'lock.now': {}
  'lock.title': {}
  'lock.unlock': {}
  'login.code_hint': {}
  'login.create': {}
  'login.elsewhere': {}
  'login.ended': {}
  'login.expired': {}
  'login.go_on': {}
  'login.in_use': {}
  'login.log_in': {}
  'login.none': {}
  'login.none_why': {}
  'login.not_backed_up': {}
  'login.others': {}
  'login.remove': {}
  'login.remove_back_up': {}
  'login.remove_refused': {}
  'login.remove_refused_why': { name: string }
  'login.remove_this': { name: string }
  'login.remove_title': {}
  'login.remove_why': { name: string }
  'login.removed': {}
  'login.restore': {}
  'mail.code_not_you': {}
  'mail.code_serves': { minutes: string }
  'mail.lead_code_bind': { wallet: string }
  'mail.lead_code_hello': { wallet: string }
  'mail.lead_code_password': { wallet: string }
  'mail.lead_code_rebind': { wallet: string }
  'mail.lead_told_authenticator': { wallet: string }
  'mail.lead_told_authenticator_off': { wallet: string }
  'mail.lead_told_dispute': { wallet: string }
  'mail.lead_told_mail': { wallet: string }
  'mail.lead_told_passkey': { wallet: string }
  'mail.lead_told_passkey_copied': { wallet: string }
  'mail.lead_told_password': { wallet: string }
  'mail.lead_told_payment_details': { wallet: string }
  'mail.lead_told_phrase': { wallet: string }
  'mail.lead_told_release': { from: string; wallet: string }
  'mail.lead_told_restore': { wallet: string }
  'mail.seal': {}
  'mail.subject_code_bind': {}
  'mail.subject_code_hello': {}
  'mail.subject_code_password': {}
  'mail.subject_code_rebind': {}
  'mail.subject_told_authenticator': {}
  'mail.subject_told_authenticator_off': {}
  'mail.subject_told_dispute': {}
  'mail.subject_told_mail': {}
  'mail.subject_told_passkey': {}
  'mail.subject_told_passkey_copied': {}
  'mail.subject_told_password': {}
  'mail.subject_told_payment_details': {}
  'mail.subject_told_phrase': {}
  'mail.subject_told_release': {}
  'mail.subject_told_restore': {}
  'mail.told_not_you': {}
  'member.inactive': {}
  'member.joined': { day: string }
  'member.level': {}
  'member.none': {}
  'member.open': {}
  'member.referrals': {}
  'member.rounded': {}
  'mining.after': {}
  'mining.all_power': {}
  'mining.all_types': {}
  'mining.decay': {}
  'mining.decay_about': { share: string }
  'mining.estimate': {}
  'mining.for_sale': {}
  'mining.full_about': {}
  'mining.full_power': {}
  'mining.guide_price': {}
  'mining.how': {}
  'mining.how_about': { decay: string; share: string }
  'mining.lost': {}
  'mining.no_records': {}
  'mining.nothing_to_restore': {}
  'mining.pay': {}
  'mining.pay_most': {}
  'mining.pool': {}
  'mining.power': {}
  'mining.records': {}
  'mining.restorable': {}
  'mining.restore': {}
  'mining.restore_amount': {}
  'mining.restore_hint': {}
  'mining.restore_worst': {}
  'mining.restored': {}
  'mining.restored_now': { power: string }
  'mining.sell': {}
  'mining.share': {}
  'mining.slippage': {}
  'mining.today': {}
  'mining.total': {}
  'mining.type': {}
  'missing.home': {}
  'missing.text': {}
  'money.account.capital': {}
  'money.account.fees': {}
  'money.account.market': { id: string }
  'money.account.network': {}
  'money.account.pool': { id: string }
  'money.account.sales': {}
  'money.account.venue': {}
  'money.account.wallet': {}
  'money.at': {}
  'money.bought': {}
  'money.brought': {}
  'money.came_in': { account: string }
  'money.empty': {}
  'money.entries': { count: string }
  'money.entry_note': {}
  'money.fee': {}
  'money.fee_company': {}
  'money.fee_kept': {}
  'money.fee_mixed': { day: string }
  'money.fee_waits': {}
  'money.few_entries': {}
  'money.from': { account: string }
  'money.latest': {}
  'money.mixed': {}
  'money.none': {}
  'money.number': {}
  'money.pot': { day: string }
  'money.root.company': {}
  'money.root.fees': {}
  'money.root.profit': {}
  'money.roots': {}
  'money.set_aside': {}
  'money.unknown': {}
  'my.about': {}
  'my.addresses': {}
  'my.agreement': {}
  'my.app': {}
  'my.bar': {}
  'my.bar_note': {}
  'my.changes': {}
  'my.copy_id': {}
  'my.ecology': {}
  'my.fiat': {}
  'my.fiat_about': {}
  'my.fiat_none': {}
  'my.finance': {}
  'my.gain': {}
  'my.gain_note': {}
  'my.guest': {}
  'my.help': {}
  'my.hide': {}
  'my.hide_note': {}
  'my.language': {}
  'my.lines': {}
  'my.log_out': {}
  'my.log_out_text': {}
  'my.log_out_title': {}
  'my.news': {}
  'my.privacy': {}
  'my.proof': {}
  'my.referrals': {}
  'my.security': {}
  'my.sign_in': {}
  'my.theme': {}
  'my.theme.dark': {}
  'my.theme.light': {}
  'my.theme.system': {}
  'my.version': {}
  'my.version_number': { code: string; name: string }
  'my.wallet': {}
  'my.wallets': {}
  'network.later': {}
  'network.not_sent': {}
  'network.unreadable': {}
  'new_password.advice': {}
  'new_password.differs': {}
  'new_password.digit': {}
  'new_password.kept': {}
  'new_password.label': {}
  'new_password.length': {}
  'new_password.letter_first': {}
  'new_password.repeat': {}
  'new_password.rules': {}
  'news.empty': {}
  'nickname.hint': { most: string }
  'nickname.label': {}
  'nickname.saved': {}
  'notice.empty': {}
  'notice.in_english': {}
  'notice.list': {}
  'notice.published': { day: string }
  'notice.unread': { count: string }
  'order.accelerate': {}
  'order.accelerate_note': {}
  'order.acknowledge': {}
  'order.acknowledged': {}
  'order.at_most': {}
  'order.bought_at': {}
  'order.cancel': {}
  'order.cancelled': {}
  'order.cap_about': {}
  'order.card': {}
  'order.comes_back': {}
  'order.comes_back_too': {}
  'order.day': { day: string; days: string }
  'order.day_open': { day: string }
  'order.draw': {}
  'order.draw_note': {}
  'order.earned': {}
  'order.ends_at': { day: string }
  'order.event.accelerates': {}
  'order.event.acknowledged': {}
  'order.event.all_released': { coins: string }
  'order.event.balance_paid': { bonus: string; paid: string }
  'order.event.became_due': { balance: string }
  'order.event.bought': { paid: string }
  'order.event.cancelled': { returned: string }
  'order.event.cancelled_capital_short': { returned: string }
  'order.event.cancelled_few_shares': { returned: string }
  'order.event.closed_unpaid': { returned: string }
  'order.event.credit_lost': { credit: string }
  'order.event.credit_returned': { bonus: string; credit: string }
  'order.event.drawn': { coins: string; share: string }
  'order.event.due_again': {}
  'order.event.due_again_stopped': {}
  'order.event.earns': {}
  'order.event.earns_again': {}
  'order.event.ended': { returned: string }
  'order.event.ended_pool_short': { returned: string }
  'order.event.ended_product_ended': { returned: string }
  'order.event.ended_terms_changed': { returned: string }
  'order.event.exited': {}
  'order.event.fund_loss': { amount: string; reason: string }
  'order.event.fund_refilled': { amount: string }
  'order.event.fund_started': { shares: string }
  'order.event.gift_declined': { coins: string }
  'order.event.given_up': { returned: string }
  'order.event.granted': { coins: string; reason: string }
  'order.event.left_early': { fee: string; power: string; returned: string }
  'order.event.mark_cancelled': {}
  'order.event.market_joined': { coins: string; rest: string; shares: string }
  'order.event.market_left': { returned: string }
  'order.event.nothing_marked': {}
  'order.event.paused': {}
  'order.event.paused_no_pot': {}
  'order.event.paused_no_price': {}
  'order.event.power_taken_back': { power: string }
  'order.event.queue_ended': { returned: string }
  'order.event.queue_left': { returned: string }
  'order.event.redeemed': { returned: string }
  'order.event.redemption_asked': { amount: string; until: string }
  'order.event.reinvest_off': {}
  'order.event.reinvest_on': {}
  'order.event.release_began': { coins: string }
  'order.event.renewal_pool_short': { interest: string }
  'order.event.renewal_product_ended': { returned: string; until: string }
  'order.event.renewal_set_aside': { interest: string }
  'order.event.renewal_terms_changed': { returned: string; until: string }
  'order.event.renewed': { interest: string; round: string }
  'order.event.reserved': { credit: string; prepaid: string }
  'order.event.resumed': {}
  'order.event.side_retired': { power: string; retired: string }
  'order.event.started': { round: string }
  'order.event.taken_out': { power: string; returned: string }
  'order.event.term_started': {}
  'order.event.unmarked': { amount: string }
  'order.exit': {}
  'order.exit_fee': { share: string }
  'order.exit_market': {}
  'order.exit_power': {}
  'order.exit_wait': { at: string }
  'order.exited_about': {}
  'order.expected': {}
  'order.gift_cancel_note': {}
  'order.gift_declined': {}
  'order.gives_up': {}
  'order.gone': {}
  'order.hash': {}
  'order.holding': {}
  'order.holding_fund': {}
  'order.how_much': {}
  'order.inside': {}
  'order.lately': { amount: string }
  'order.left': {}
  'order.lost': {}
  'order.mark_cancel_note': {}
  'order.mark_cancelled': {}
  'order.not_begun': {}
  'order.number': { id: string }
  'order.of_all': {}
  'order.over': {}
  'order.over_at': { day: string }
  'order.paid': {}
  'order.paid_out': {}
  'order.paused.boost': {}
  'order.paused.fixed': {}
  'order.paused.no_pot': {}
  'order.paused.no_price': {}
  'order.paused.power': {}
  'order.paused.release': {}
  'order.paused.share': {}
  'order.pending_release': {}
  'order.price': {}
  'order.records': {}
  'order.redeem': {}
  'order.redeem_wait': {}
  'order.redeemed': {}
  'order.release_a_day': { share: string }
  'order.released': {}
  'order.released_by': { at: string }
  'order.renewal.pool_short': {}
  'order.renewal.product_ended': {}
  'order.renewal.set_aside': {}
  'order.renewal.terms_changed': {}
  'order.reserved_at': {}
  'order.round': {}
  'order.shares': {}
  'order.since': { day: string }
  'order.sooner': {}
  'order.stars': {}
  'order.starts_at': { day: string }
  'order.state.accelerating': {}
  'order.state.cancelled': {}
  'order.state.closed': {}
  'order.state.due': {}
  'order.state.earning': {}
  'order.state.ended': {}
  'order.state.exited': {}
  'order.state.paused': {}
  'order.state.queued': {}
  'order.state.reserved': {}
  'order.state.to_be_released': {}
  'order.state.to_be_started': {}
  'order.take_now': {}
  'order.take_out': {}
  'order.take_out_note': {}
  'order.taken_out': {}
  'order.taken_part': { amount: string; coin: string }
  'order.timeline': {}
  'order.title': { coins: string; days: string }
  'order.to_reservation': {}
  'order.too_much': {}
  'order.total_worth': { amount: string; worth: string }
  'order.unmark': {}
  'order.unmark_note': {}
  'order.value': {}
  'order.version': {}
  'order.waits_for_balance': {}
  'order.waits_in_queue': {}
  'order.weight': {}
  'order.worth_now': {}
  'otc.ad_buys': { fiat: string }
  'otc.ad_sells': { fiat: string }
  'otc.add_picture': {}
  'otc.adding': {}
  'otc.all': {}
  'otc.amount_buy': {}
  'otc.amount_sell': {}
  'otc.answer': {}
  'otc.answer_note': { until: string }
  'otc.answer_send': {}
  'otc.answer_wait': { until: string }
  'otc.any_method': {}
  'otc.between': { least: string; most: string }
  'otc.bought': {}
  'otc.buy': {}
  'otc.buy_act': { amount: string }
  'otc.buyer': {}
  'otc.buyer_says': {}
  'otc.by_house': {}
  'otc.by_me': {}
  'otc.by_other': {}
  'otc.cancel': {}
  'otc.cancel_sure': {}
  'otc.closed_buyer': {}
  'otc.closed_seller': {}
  'otc.conversation': {}
  'otc.copy': { field: string }
  'otc.decided': {}
  'otc.decided_at': {}
  'otc.detail.account': {}
  'otc.detail.alias': {}
  'otc.detail.iban_length': { count: string; country: string; length: string }
  'otc.detail.iban_typo': {}
  'otc.detail.phone': {}
  'otc.detail.tag': {}
  'otc.details_note': {}
  'otc.details_wait': { from: string; method: string }
  'otc.disable': {}
  'otc.disabled': {}
  'otc.dispute_buyer': {}
  'otc.dispute_ended': {}
  'otc.dispute_not_yet': {}
  'otc.dispute_open': {}
  'otc.dispute_see': {}
  'otc.dispute_seller': {}
  'otc.dispute_title': {}
  'otc.dispute_waits': {}
  'otc.disputed_note': {}
  'otc.earlier': {}
  'otc.edit': {}
  'otc.edit_note': {}
  'otc.empty': {}
  'otc.enable': {}
  'otc.enabled': {}
  'otc.ended': {}
  'otc.event.answered': {}
  'otc.event.cancelled': {}
  'otc.event.decided': {}
  'otc.event.disputed': {}
  'otc.event.evidence': {}
  'otc.event.paid': {}
  'otc.event.released': {}
  'otc.event.taken': {}
  'otc.event.unpaid': {}
  'otc.evidence': {}
  'otc.evidence_note': {}
  'otc.evidence_other': {}
  'otc.fee': {}
  'otc.fiat': {}
  'otc.field.account': {}
  'otc.field.alias': {}
  'otc.field.bank': {}
  'otc.field.branch': {}
  'otc.field.holder': {}
  'otc.field.phone': {}
  'otc.field.service': {}
  'otc.field.tag': {}
  'otc.filter_amount': {}
  'otc.fixed': {}
  'otc.have': {}
  'otc.i_paid': {}
  'otc.i_paid_sure': {}
  'otc.in_orders': {}
  'otc.least': {}
  'otc.least_hint': { minimum: string }
  'otc.left': {}
  'otc.margin': {}
  'otc.margin_hint': { fiat: string; guide: string }
  'otc.margin_of': {}
  'otc.method': {}
  'otc.method.app': {}
  'otc.method.bank': {}
  'otc.method.instant': {}
  'otc.method.mobile': {}
  'otc.methods': {}
  'otc.methods_buy': {}
  'otc.methods_sell': {}
  'otc.minutes': { minutes: string }
  'otc.money_due': {}
  'otc.most': {}
  'otc.most_hint': { first: string; maximum: string }
  'otc.my_ads': {}
  'otc.name_other': {}
  'otc.name_similar': {}
  'otc.name_unsure': {}
  'otc.no_ads': {}
  'otc.no_orders': {}
  'otc.off': {}
  'otc.open': {}
  'otc.opened_at': {}
  'otc.opened_by': {}
  'otc.optional': { field: string }
  'otc.order_title': {}
  'otc.orders': {}
  'otc.own_name_note': {}
  'otc.paid_to': {}
  'otc.pay_note': {}
  'otc.pay_to': {}
  'otc.payer_name': {}
  'otc.payer_name_hint': {}
  'otc.picture': { number: string }
  'otc.post': {}
  'otc.post_note': {}
  'otc.price': {}
  'otc.price_hint': { guide: string; highest: string; lowest: string }
  'otc.price_of': { coin: string; fiat: string }
  'otc.price_one': { coin: string }
  'otc.quantity': {}
  'otc.quantity_buy': {}
  'otc.quantity_sell': {}
  'otc.range': {}
  'otc.reason': {}
  'otc.reason_hint': {}
  'otc.region': {}
  'otc.region_button': {}
  'otc.release': {}
  'otc.release_act': { amount: string }
  'otc.release_anyway': {}
  'otc.release_final': {}
  'otc.release_held': { until: string }
  'otc.release_note': {}
  'otc.release_time': { minutes: string }
  'otc.released_buyer': {}
  'otc.released_seller': {}
  'otc.remove': {}
  'otc.remove_sure': {}
  'otc.save': {}
  'otc.seen_name': {}
  'otc.seen_name_hint': {}
  'otc.sell': {}
  'otc.sell_act': { amount: string }
  'otc.seller': {}
  'otc.seller_note': {}
  'otc.set_aside': {}
  'otc.share': { share: string }
  'otc.side': {}
  'otc.sold': {}
  'otc.state.claimed': {}
  'otc.state.closed': {}
  'otc.state.disputed': {}
  'otc.state.initialised': {}
  'otc.state.paid': {}
  'otc.state.released': {}
  'otc.take_buy': {}
  'otc.take_sell': {}
  'otc.take_title': {}
  'otc.terms': {}
  'otc.terms_hint': {}
  'otc.time_left': {}
  'otc.timeline': {}
  'otc.title': {}
  'otc.to_buyer': {}
  'otc.to_order': {}
  'otc.traded': {}
  'otc.trades': { count: string }
  'otc.wait_payment': {}
  'otc.wait_release': {}
  'otc.window': {}
  'otc.window_note': { minutes: string }
  'otc.you_get': {}
  'otc.you_pay': {}
  'otc.you_receive': {}
  'own.empty': {}
  'own.for_all': {}
  'own.kind.address': {}
  'own.kind.arrived': {}
  'own.kind.authenticator': {}
  'own.kind.authenticator_off': {}
  'own.kind.frozen': {}
  'own.kind.mail': {}
  'own.kind.new_device': {}
  'own.kind.order_over': {}
  'own.kind.otc_dispute': {}
  'own.kind.otc_over': {}
  'own.kind.otc_paid': {}
  'own.kind.otc_released': {}
  'own.kind.otc_taken': {}
  'own.kind.paid': {}
  'own.kind.passkey': {}
  'own.kind.passkey_copied': {}
  'own.kind.password_changed': {}
  'own.kind.payment_details': {}
  'own.kind.phrase': {}
  'own.kind.price_alert': {}
  'own.kind.restore': {}
  'own.kind.several': {}
  'own.kind.unfrozen': {}
  'own.kind.withdrawal_asked': {}
  'own.kind.withdrawal_back': {}
  'own.kind.withdrawal_sent': {}
  'own.list': {}
  'own.new': {}
  'own.paid_by': { name: string }
  'own.reach': {}
  'own.yours': {}
  'own_worst.held': { coin: string; in: string }
  'own_worst.lost': { in: string }
  'own_worst.release': { coin: string; in: string }
  'own_worst.side': { in: string; lost: string }
  'own_worst.side_share': { base: string; share: string; side: string }
  'own_worst.spent': { in: string }
  'own_worst.unpaid': { in: string }
  'pad.delete': {}
  'pad.done': {}
  'pad.label': {}
  'pad.point': {}
  'pair.all_trades': {}
  'pair.chart': {}
  'pair.chart_by': { name: string }
  'pair.chart_empty': {}
  'pair.chart_label': { base: string; coin: string; from: string; to: string }
  'pair.chart_missing': {}
  'pair.close': {}
  'pair.day': {}
  'pair.guide_how': {}
  'pair.high': {}
  'pair.low': {}
  'pair.missing': {}
  'pair.open': {}
  'pair.own_empty': {}
  'pair.own_trades': {}
  'pair.period': {}
  'pair.period.15m': {}
  'pair.period.1d': {}
  'pair.period.1h': {}
  'pair.period.1m': {}
  'pair.period.4h': {}
  'pair.range': {}
  'pair.reference': {}
  'pair.reference_how': { feeds: string; time: string }
  'pair.reserves': {}
  'pair.reserves_how': {}
  'pair.rise': {}
  'pair.scrub': { base: string; coin: string }
  'pair.see': {}
  'pair.shape': {}
  'pair.shape.candles': {}
  'pair.shape.line': {}
  'pair.simulated': {}
  'pair.table': {}
  'pair.trades': {}
  'pair.volume_of': { coin: string }
  'passkey.offer': {}
  'passkey.offer_do': {}
  'password.google_code': {}
  'password.hint': { hint: string }
  'password.instead': {}
  'password.passkey': {}
  'password.show': {}
  'password.wallet': {}
  'pays.acceleration': {}
  'pending.again': {}
  'pending.create': {}
  'pending.create_lost': {}
  'pending.done': {}
  'pending.finish': {}
  'pending.give_up': {}
  'pending.give_up_create': {}
  'pending.give_up_restore': {}
  'pending.label': {}
  'pending.never': {}
  'pending.password_wrong': {}
  'pending.refused': { reason: string }
  'pending.restore': {}
  'pending.restore_lost': {}
  'pending.unknown': {}
  'pending.waiting': {}
  'pending.why': {}
  'pool.came_in': { days: string }
  'pool.compute_holds': {}
  'pool.holds': {}
  'pool.lasts': {}
  'pool.lasts_long': {}
  'pool.nothing': {}
  'pool.paid': { days: string }
  'pool.set_aside': { days: string }
  'pools.a_day': {}
  'pools.advertised': { rate: string }
  'pools.at_most': { rate: string }
  'pools.before': { day: string }
  'pools.day': {}
  'pools.days': { count: string }
  'pools.free': {}
  'pools.from_capital': {}
  'pools.from_fees': {}
  'pools.intro': {}
  'pools.lasts': {}
  'pools.lasts_passes': {}
  'pools.note': {}
  'pools.paid': {}
  'pools.power': {}
  'pools.power_back': {}
  'pools.power_checked': { day: string }
  'pools.power_daily': {}
  'pools.power_note': {}
  'pools.power_rate': {}
  'pools.power_retired': {}
  'pools.power_said': {}
  'pools.power_start': {}
  'pools.power_terms': {}
  'pools.price_paid': {}
  'pools.rates': {}
  'pools.rates_note': {}
  'pools.result': {}
  'pools.right': { count: string; day: string }
  'pools.rounds': { count: string }
  'pools.spent_note': {}
  'pools.there': {}
  'pools.to_capital': {}
  'pools.worth': {}
  'portfolio.empty': {}
  'portfolio.gain': {}
  'portfolio.moved': {}
  'portfolio.note': {}
  'portfolio.partial': {}
  'portfolio.table': {}
  'portfolio.title': {}
  'portfolio.value': {}
  'power_record.0': {}
  'power_record.1': {}
  'power_record.10': {}
  'power_record.11': {}
  'power_record.12': {}
  'power_record.13': {}
  'power_record.14': {}
  'power_record.15': {}
  'power_record.16': {}
  'power_record.17': {}
  'power_record.2': {}
  'power_record.20': {}
  'power_record.21': {}
  'power_record.22': {}
  'power_record.23': {}
  'power_record.24': {}
  'power_record.3': {}
  'power_record.4': {}
  'power_record.5': {}
  'power_record.6': {}
  'power_record.7': {}
  'power_record.8': {}
  'power_record.9': {}
  'product.about.acceleration': {}
  'product.about.compound': {}
  'product.about.dual': {}
  'product.about.dual2': {}
  'product.about.fund': {}
  'product.about.liquidity': {}
  'product.about.lockup': {}
  'product.about.machine': {}
  'product.about.node': {}
  'product.about.package': {}
  'product.accept': {}
  'product.amount': {}
  'product.at_end': { coins: string }
  'product.at_end_general': {}
  'product.balance': {}
  'product.best': { days: string }
  'product.bought': {}
  'product.bought_many': { count: string }
  'product.buy': {}
  'product.buy_for': { amount: string }
  'product.buy_lose': { loss: string }
  'product.buy_spent': { amount: string }
  'product.choose': {}
  'product.confirm': {}
  'product.cooling_off': {}
  'product.days': { days: string }
  'product.details': {}
  'product.emission': {}
  'product.end.acceleration': {}
  'product.end.compound': {}
  'product.end.fund': {}
  'product.end.liquidity': {}
  'product.end.machine': {}
  'product.end.node': {}
  'product.end.package': {}
  'product.exit_fee': {}
  'product.fees_of_day': {}
  'product.figures': {}
  'product.hash': {}
  'product.limits': { maximum: string; minimum: string }
  'product.log_in': {}
  'product.look': {}
  'product.minimum': {}
  'product.most_per_day': {}
  'product.no_side': {}
  'product.none_ended': {}
  'product.none_shared': {}
  'product.period': {}
  'product.pool_free': {}
  'product.power_best': { days: string }
  'product.power_rate': {}
  'product.quantity': {}
  'product.quantity_each': {}
  'product.quantity_less': {}
  'product.quantity_more': {}
  'product.quantity_note': {}
  'product.quantity_one': {}
  'product.rate': {}
  'product.realised': {}
  'product.realised_day': {}
  'product.release_per_day': {}
  'product.reserve': { coin: string }
  'product.reserved': { coins: string }
  'product.side_share': { side: string }
  'product.star_how': { amount: string; days: string }
  'product.star_link': {}
  'product.star_only': {}
  'product.stars': { count: string }
  'product.start_power': {}
  'product.state.ended': {}
  'product.state.open': {}
  'product.state.upcoming': {}
  'product.switch_free': { days: string }
  'product.switch_on': {}
  'product.weight': {}
  'product.weight_of': { weight: string }
  'product.wrong_time': { from: string; to: string }
  'product.yours': {}
  'proof.again': {}
  'proof.all': {}
  'proof.booked': {}
  'proof.by_coin': {}
  'proof.chain_read': { network: string }
  'proof.chain_said': { network: string }
  'proof.chain_wait': {}
  'proof.chain_wrong': { network: string }
  'proof.changes_note': {}
  'proof.checked_now': {}
  'proof.checked_partly': { all: string; done: string; parts: string }
  'proof.checking_count': { all: string; done: string }
  'proof.chip.open': {}
  'proof.chip.right': {}
  'proof.chip.said': {}
  'proof.chip.waiting': {}
  'proof.chip.wrong': {}
  'proof.cut': { moment: string }
  'proof.days': {}
  'proof.days_all': { days: string }
  'proof.days_some': { days: string }
  'proof.details': {}
  'proof.evidence': {}
  'proof.file_format': {}
  'proof.file_node': {}
  'proof.file_python': {}
  'proof.file_reserves': {}
  'proof.files': {}
  'proof.files_note': {}
  'proof.held_note': {}
  'proof.hold_least': { percent: string }
  'proof.hold_short': { coin: string; percent: string }
  'proof.hold_unknown': {}
  'proof.house': {}
  'proof.intro': {}
  'proof.kind.available': {}
  'proof.kind.held': {}
  'proof.kind.in_flight': {}
  'proof.kind.market': {}
  'proof.kind.pool': {}
  'proof.kind.principal': {}
  'proof.kind.promised': {}
  'proof.kind.referral': {}
  'proof.kind.retired': {}
  'proof.kind.share': {}
  'proof.kind.suspense': {}
  'proof.limits': {}
  'proof.mine_included': { amounts: string }
  'proof.mine_intro': {}
  'proof.mine_none': {}
  'proof.mine_not_compared': { day: string }
  'proof.mine_note': {}
  'proof.mine_right': { day: string }
  'proof.mine_unchecked': {}
  'proof.mine_unproven': { coins: string }
  'proof.more': { count: string }
  'proof.net.answer': { node: string }
  'proof.net.less': { block: string; node: string }
  'proof.net.node': {}
  'proof.net.now': { block: string; node: string }
  'proof.net.read': { block: string; node: string }
  'proof.net.waiting': { node: string }
  'proof.none': {}
  'proof.old': { day: string }
  'proof.old_demo': { day: string }
  'proof.only_reported': { networks: string }
  'proof.owed': { day: string }
  'proof.owed_all': {}
  'proof.owed_note': { day: string }
  'proof.own': {}
  'proof.part.held': {}
  'proof.part.mine': {}
  'proof.part.network': { network: string }
  'proof.part.owed': {}
  'proof.part.sums': {}
  'proof.part_wrong': { part: string }
  'proof.parts': {}
  'proof.proven': {}
  'proof.queue_note': {}
  'proof.report_least': { percent: string }
  'proof.report_short': { coin: string; percent: string }
  'proof.reserves_note': {}
  'proof.root': {}
  'proof.save': {}
  'proof.save_day': { day: string }
  'proof.save_day_note': {}
  'proof.shown': {}
  'proof.silent': { count: string }
  'proof.silent_in': { order: string }
  'proof.silent_out': { order: string }
  'proof.silent_why': {}
  'proof.since': {}
  'proof.status_note': {}
  'proof.unchecked': {}
  'proof.wrong': { detail: string }
  'proof.wrong_differs': {}
  'proof.wrong_do': {}
  'proof.wrong_rewritten': {}
  'proof.wrong_tree': {}
  'proof.wrong_unreadable': {}
  'push.ends': {}
  'push.failed': {}
  'push.from': {}
  'push.kind.money': {}
  'push.kind.orders': {}
  'push.kind.otc': {}
  'push.kind.prices': {}
  'push.kind.security': {}
  'push.kinds': {}
  'push.on': {}
  'push.on_note': {}
  'push.quiet': {}
  'push.quiet_note': {}
  'push.refused': {}
  'push.save': {}
  'push.unsupported': {}
  'push.until': {}
  'queue.balance': {}
  'queue.best_until': {}
  'queue.bonus': {}
  'queue.bonus_paid': {}
  'queue.change.cancelled': {}
  'queue.change.closed': {}
  'queue.change.due': {}
  'queue.change.paid': {}
  'queue.change.queued': {}
  'queue.credit': {}
  'queue.credit_about': {}
  'queue.credit_back': {}
  'queue.credit_lost': {}
  'queue.credit_used': {}
  'queue.log': {}
  'queue.log_about': {}
  'queue.log_empty': {}
  'queue.log_fault': { id: string }
  'queue.log_part': { from: string; to: string }
  'queue.log_row': { change: string; id: string }
  'queue.log_whole': {}
  'queue.named': { line: string }
  'queue.none': {}
  'queue.open': {}
  'queue.order': { id: string }
  'queue.over': {}
  'queue.over_at': {}
  'queue.own': { id: string }
  'queue.own_wrong': {}
  'queue.paid_at': {}
  'queue.pay_until': {}
  'queue.prepaid': {}
  'queue.prepaid_back': {}
  'queue.rank': {}
  'queue.reserved_at': {}
  'queue.to_order': {}
  'queue.waiting': { id: string }
  'quiz.ask.exit': {}
  'quiz.ask.lock': {}
  'quiz.ask.payer': {}
  'quiz.ask.worst': {}
  'quiz.check': {}
  'quiz.exit.any_part': {}
  'quiz.exit.asset_value': {}
  'quiz.exit.before_start': {}
  'quiz.exit.day_lost': {}
  'quiz.exit.fee': {}
  'quiz.exit.reinvest_off': {}
  'quiz.intro': {}
  'quiz.lock.for_good': {}
  'quiz.lock.none': {}
  'quiz.lock.redeem': {}
  'quiz.lock.release': {}
  'quiz.lock.round': {}
  'quiz.lock.term': {}
  'quiz.myth.guaranteed': {}
  'quiz.myth.members': {}
  'quiz.myth.recruit': {}
  'quiz.myth.support': {}
  'quiz.payer.machine_pool': {}
  'quiz.payer.node_fees': {}
  'quiz.payer.own_packages': {}
  'quiz.payer.package': {}
  'quiz.payer.pair_fees': {}
  'quiz.payer.pool_share': {}
  'quiz.payer.power': {}
  'quiz.payer.profit': {}
  'quiz.payer.set_aside': {}
  'quiz.title': {}
  'quiz.worst.coins_fall': {}
  'quiz.worst.fund': {}
  'quiz.worst.no_faster': {}
  'quiz.worst.nothing_paid': {}
  'quiz.worst.package': {}
  'quiz.worst.price_spent': {}
  'quiz.worst.ratio': {}
  'quiz.worst.side_gone': {}
  'quiz.wrong': {}
  'quota.by_reservation': {}
  'quota.caps': { day: string; left: string; wallet: string }
  'quota.left': { daily: string; left: string }
  'quota.queued': { count: string }
  'quote.base': {}
  'quote.ends': {}
  'quote.interest': {}
  'quote.power': {}
  'quote.promised': {}
  'quote.shares': {}
  'quote.shares_least': {}
  'quote.side': {}
  'quote.side_most': {}
  'quote.starts': {}
  'quote.worth': {}
  'range.all': {}
  'range.day': {}
  'range.month': {}
  'range.week': {}
  'range.year': {}
  'receipt.failed': {}
  'receipt.save': {}
  'receipt.share': {}
  'record.0': {}
  'record.1': {}
  'record.10': {}
  'record.100': {}
  'record.101': {}
  'record.102': {}
  'record.103': {}
  'record.104': {}
  'record.105': {}
  'record.106': {}
  'record.107': {}
  'record.108': {}
  'record.109': {}
  'record.110': {}
  'record.111': {}
  'record.112': {}
  'record.113': {}
  'record.114': {}
  'record.115': {}
  'record.116': {}
  'record.117': {}
  'record.118': {}
  'record.12': {}
  'record.13': {}
  'record.14': {}
  'record.15': {}
  'record.16': {}
  'record.17': {}
  'record.18': {}
  'record.19': {}
  'record.2': {}
  'record.20': {}
  'record.21': {}
  'record.22': {}
  'record.23': {}
  'record.24': {}
  'record.25': {}
  'record.26': {}
  'record.27': {}
  'record.28': {}
  'record.3': {}
  'record.30': {}
  'record.31': {}
  'record.32': {}
  'record.34': {}
  'record.35': {}
  'record.36': {}
  'record.38': {}
  'record.39': {}
  'record.4': {}
  'record.40': {}
  'record.5': {}
  'record.6': {}
  'record.7': {}
  'record.8': {}
  'record.9': {}
  'record.account': {}
  'record.account.available': {}
  'record.account.held': {}
  'record.account.principal': {}
  'record.account.promised': {}
  'record.act.invested': { name: string }
  'record.act.returned': { name: string }
  'record.address': {}
  'record.amount': {}
  'record.asked': {}
  'record.balance_after': {}
  'record.code': {}
  'record.coin': {}
  'record.copy_address': {}
  'record.copy_number': {}
  'record.counterpart': {}
  'record.counterpart.house': {}
  'record.counterpart.issued': {}
  'record.counterpart.market': { id: string }
  'record.counterpart.order': { id: string }
  'record.counterpart.own': {}
  'record.counterpart.pool': { id: string }
  'record.counterpart.wallet': { id: string }
  'record.direction': {}
  'record.entries': { count: string }
  'record.event.ad': {}
  'record.event.deposit': {}
  'record.event.exchange': {}
  'record.event.otc': {}
  'record.event.power': {}
  'record.event.transfer': {}
  'record.fee': {}
  'record.from': { name: string }
  'record.given': {}
  'record.hash': {}
  'record.in': {}
  'record.inside': {}
  'record.money': {}
  'record.network': {}
  'record.number': {}
  'record.out': {}
  'record.pair': {}
  'record.rate': {}
  'record.received': {}
  'record.receiver': {}
  'record.ref': {}
  'record.ref.order': { id: string }
  'record.ref.withdrawal': { id: string }
  'record.remark': {}
  'record.see.ad': {}
  'record.see.deposit': {}
  'record.see.exchange': {}
  'record.see.order': {}
  'record.see.otc': {}
  'record.see.transfer': {}
  'record.see.withdrawal': {}
  'record.seen': {}
  'record.sender': {}
  'record.time': {}
  'record.to': { name: string }
  'record.together': {}
  'record.type': {}
  'records.all': {}
  'records.clear': {}
  'records.coin': {}
  'records.csv': {}
  'records.csv_cut': { count: string }
  'records.csv_failed': {}
  'records.csv_form': {}
  'records.empty': {}
  'records.from': {}
  'records.list': {}
  'records.narrow': {}
  'records.narrowed': { count: string }
  'records.none': {}
  'records.type': {}
  'records.type_all': {}
  'records.until': {}
  'records.zone': { zone: string }
  'region.choose': {}
  'region.declare': {}
  'region.intro': {}
  'region.label': {}
  'region.off': { region: string }
  'region.title': {}
  'reinvest.is_off': {}
  'reinvest.is_on': {}
  'reinvest.label': {}
  'reinvest.locked': {}
  'reinvest.locks': { at: string }
  'reinvest.off': {}
  'reinvest.off_general': { side: string }
  'reinvest.off_general_alone': {}
  'reinvest.off_then': {}
  'reinvest.on': {}
  'reinvest.on_general': {}
  'reinvest.question': {}
  'reinvest.turn_off': {}
  'reinvest.turn_on': {}
  'reserve.ahead': {}
  'reserve.balance': {}
  'reserve.bonus': {}
  'reserve.button': { amount: string }
  'reserve.credit': {}
  'reserve.done': {}
  'reserve.give_up': {}
  'reserve.give_up_note': {}
  'reserve.given_up': {}
  'reserve.leave': {}
  'reserve.leave_note': {}
  'reserve.left': {}
  'reserve.note': {}
  'reserve.paid': {}
  'reserve.pay': {}
  'reserve.pay_until': {}
  'reserve.prepaid': {}
  'reserve.prepaid_short': {}
  'reserve.side': {}
  'reserve.side_lacking': { have: string; need: string }
  'reserve.side_later': {}
  'reserve.side_most': {}
  'reserve.starts': {}
  'reserve.stopped': { coin: string }
  'reserve.title': {}
  'reserve.total': {}
  'reserves.block': { block: string }
  'reserves.intro': {}
  'reserves.limits': {}
  'reserves.more': { count: string }
  'reserves.ratio': {}
  'reserves.role.cold': {}
  'reserves.role.deposit': {}
  'reserves.role.hot': {}
  'reserves.role.payout': {}
  'reserves.short': {}
  'reserves.stopped': { coin: string }
  'reserves.there': {}
  'reserves.venue': {}
  'restore.back': {}
  'restore.busy': {}
  'restore.check_title': {}
  'restore.choose': {}
  'restore.done': {}
  'restore.done_old': {}
  'restore.done_wait': {}
  'restore.entered': { wallet: string }
  'restore.forgotten': {}
  'restore.last_warning': {}
  'restore.later': {}
  'restore.new_title': {}
  'restore.new_why': {}
  'restore.next': {}
  'restore.no_code': {}
  'restore.note_half_way': {}
  'restore.note_local': {}
  'restore.note_sessions': {}
  'restore.old_refused': {}
  'restore.old_title': {}
  'restore.old_words': {}
  'restore.password_not_set': {}
  'restore.password_title': {}
  'restore.promise': {}
  'restore.replace': {}
  'restore.restore': {}
  'restore.step_check': {}
  'restore.step_new': {}
  'restore.step_old': {}
  'restore.step_password': {}
  'restore.steps': {}
  'result.about': {}
  'result.all': {}
  'result.all_about': {}
  'result.any_time': {}
  'result.back': { back: string }
  'result.back_nothing': {}
  'result.booked': {}
  'result.breaks_even': { days: string }
  'result.breaks_even_power': { days: string }
  'result.by_day': {}
  'result.by_line': {}
  'result.days_about': {}
  'result.gained': { gained: string }
  'result.given': { back: string; lost: string }
  'result.lost': { lost: string }
  'result.never': {}
  'result.no_days': {}
  'result.no_price': {}
  'result.not_priced': {}
  'result.orders': { count: string }
  'result.power': { power: string }
  'result.result': {}
  'result.result_stays': {}
  'result.so_far': {}
  'result.spent': { in: string }
  'result.stays': { back: string }
  'result.stays_free': { back: string }
  'result.stop_free': { days: string }
  'result.stop_never': {}
  'result.title': {}
  'result.unsure': { in: string }
  'result.way.end': {}
  'result.way.leave': {}
  'result.way.off': {}
  'result.way.on': {}
  'result.whole': { back: string }
  'scan.no_camera': {}
  'scan.none': {}
  'scan.picture': {}
  'scan.point': {}
  'scan.title': {}
  'security.backed_up': {}
  'security.banned': {}
  'security.banned_note': {}
  'security.banned_until': { until: string }
  'security.bound': {}
  'security.by_create': {}
  'security.by_password': {}
  'security.by_phrase': {}
  'security.by_restore': {}
  'security.change_password': {}
  'security.current_password': {}
  'security.end_session': {}
  'security.end_session_ask': {}
  'security.end_session_why': {}
  'security.ended_by_operator': {}
  'security.ended_expired': {}
  'security.ended_logged_in_elsewhere': {}
  'security.ended_password_changed': {}
  'security.ended_restored': {}
  'security.ended_signed_out': {}
  'security.failed': {}
  'security.failed_times': { times: string }
  'security.freeze': {}
  'security.freeze_ask': {}
  'security.freeze_note': {}
  'security.freeze_title': {}
  'security.freeze_why': {}
  'security.frozen': {}
  'security.frozen_since': { since: string }
  'security.google_add': {}
  'security.google_added': {}
  'security.google_bind': {}
  'security.google_bound': {}
  'security.google_code': {}
  'security.google_code_hint': {}
  'security.google_confirm': {}
  'security.google_copy': {}
  'security.google_done': {}
  'security.google_install': {}
  'security.google_installed': {}
  'security.google_key': {}
  'security.google_note': {}
  'security.google_old_code': {}
  'security.google_once': {}
  'security.google_others': {}
  'security.google_password': {}
  'security.google_qr': {}
  'security.google_replace': {}
  'security.google_replace_why': {}
  'security.google_replaced': { until: string }
  'security.google_step_add': {}
  'security.google_step_confirm': {}
  'security.google_step_install': {}
  'security.google_steps': {}
  'security.held_authenticator': {}
  'security.held_left': { left: string }
  'security.held_mail': {}
  'security.held_passkey': {}
  'security.held_password': {}
  'security.held_restore': {}
  'security.held_unfreeze': {}
  'security.held_until': { until: string }
  'security.hint_tells': {}
  'security.locks': {}
  'security.logins': {}
  'security.mail_note': {}
  'security.mnemonic': {}
  'security.mnemonic_note': {}
  'security.new_device': {}
  'security.new_hint': {}
  'security.new_hint_why': {}
  'security.no_logins': {}
  'security.not_backed_up': {}
  'security.not_set': {}
  'security.open': {}
  'security.passkey_add': {}
  'security.passkey_added': { until: string }
  'security.passkey_copied': {}
  'security.passkey_none': {}
  'security.passkey_remove': {}
  'security.passkey_remove_ask': {}
  'security.passkey_remove_why': {}
  'security.passkey_unsupported': {}
  'security.passkey_unused': { at: string }
  'security.passkey_used': { at: string }
  'security.passkeys': {}
  'security.passkeys_note': {}
  'security.passkeys_remove_all': {}
  'security.passkeys_remove_ask': {}
  'security.passkeys_wait': {}
  'security.passkeys_why': {}
  'security.password_changed': { until: string }
  'security.password_is_id': {}
  'security.password_note': {}
  'security.password_unanswered': {}
  'security.password_warning': {}
  'security.sessions': {}
  'security.set': {}
  'security.step_back': {}
  'security.this_device': {}
  'security.unbound': {}
  'security.unfreeze': {}
  'security.unfreeze_ask': {}
  'security.unfreeze_why': {}
  'security.unknown_device': {}
  'security.warning': {}
  'security.withdrawal_ban': {}
  'security.withdrawal_ban_until': { until: string }
  'send.arrived_before': {}
  'sheet.close': {}
  'star.alone': {}
  'star.alone_days': {}
  'star.choose': {}
  'star.departments': { star: string }
  'star.effective': {}
  'star.investment': {}
  'star.met': {}
  'star.not_met': {}
  'star.notice': { day: string; star: string }
  'star.rounded': {}
  'star.since': { day: string }
  'star.small_area': {}
  'star.title': {}
  'star.upgrade': { sum: string }
  'star.upgrade_paid': {}
  'start.books': {}
  'start.create': {}
  'start.look': {}
  'start.restore': {}
  'start.tagline': {}
  'start.terms': {}
  'start.wallets': {}
  'start.words': {}
  'state.as_of': { time: string }
  'state.broken': {}
  'state.closed_until': { until: string }
  'state.loading': {}
  'state.nowhere': {}
  'state.offline': {}
  'state.reason': {}
  'state.retry': {}
  'state.still_waiting': {}
  'state.unreachable': {}
  'statement.adds': {}
  'statement.adds_not': {}
  'statement.all': {}
  'statement.closing': {}
  'statement.failed': {}
  'statement.held': {}
  'statement.in_orders': {}
  'statement.month': {}
  'statement.movements': {}
  'statement.opening': {}
  'statement.print': {}
  'statement.received': {}
  'statement.span': { from: string; until: string }
  'statement.spent': {}
  'statement.title': {}
  'statement.wallet': {}
  'statement.year': {}
  'statement.year_choose': {}
  'statement.year_note': {}
  'status.behind': { count: string }
  'status.block': { block: string; moment: string }
  'status.compared': {}
  'status.differs': {}
  'status.equal': {}
  'status.fine': {}
  'status.from_to': { from: string; until: string }
  'status.halted': {}
  'status.head_read': {}
  'status.hot': {}
  'status.hot_note': {}
  'status.hot_said': { moment: string }
  'status.incidents': {}
  'status.incidents_none': {}
  'status.intro': {}
  'status.kind.books_over': {}
  'status.kind.books_short': {}
  'status.kind.books_stale': {}
  'status.kind.broken': {}
  'status.kind.collecting': {}
  'status.kind.network': {}
  'status.kind.payments': {}
  'status.kind.refill': {}
  'status.kind.uncovered': {}
  'status.kind.unproven': {}
  'status.kind.unread': {}
  'status.networks': {}
  'status.one_by_one': {}
  'status.open': { count: string }
  'status.owed': { percent: string }
  'status.owed_none': {}
  'status.own_none': {}
  'status.own_note': {}
  'status.proof': {}
  'status.proof_failed': {}
  'status.read': {}
  'status.reason.banned': {}
  'status.reason.books': {}
  'status.reason.chain': {}
  'status.reason.frozen': {}
  'status.reason.new_address': {}
  'status.reason.refill': {}
  'status.reason.review': {}
  'status.reason.security': {}
  'status.reason.velocity': {}
  'status.said': {}
  'status.sales_closed': {}
  'status.sales_open': {}
  'status.since': { moment: string }
  'status.state.held': {}
  'status.state.reviewing': {}
  'status.state.sending': {}
  'status.still': {}
  'status.turn': {}
  'status.waiting': {}
  'status.waiting_none': {}
  'storage.ask': {}
  'storage.back_up': {}
  'storage.kept': {}
  'storage.not_kept': {}
  'storage.refused': {}
  'storage.title': {}
  'support.unread': { count: string }
  'support.write': {}
  'tab.ecology': {}
  'tab.exchange': {}
  'tab.finance': {}
  'tab.game': {}
  'tab.home': {}
  'tab.invest': {}
  'tab.menu': {}
  'tab.mining': {}
  'tab.wallet': {}
  'team.as_of': { at: string }
  'team.as_of_none': {}
  'team.effective': {}
  'team.largest': {}
  'team.members': {}
  'team.own': {}
  'team.performance': {}
  'team.power': {}
  'team.power_today': {}
  'team.star': { star: string }
  'team.star_none': {}
  'team.week': {}
  'team.week_net': {}
  'team.week_wld': {}
  'title.account': {}
  'title.addresses': {}
  'title.article': {}
  'title.backup': {}
  'title.bind': {}
  'title.changes': {}
  'title.chat': {}
  'title.community': {}
  'title.create': {}
  'title.draw': {}
  'title.ecology': {}
  'title.entry': {}
  'title.finance': {}
  'title.google': {}
  'title.home': {}
  'title.import': {}
  'title.info': {}
  'title.invest': {}
  'title.invest_detail': {}
  'title.invest_history': {}
  'title.invest_logs': {}
  'title.invite': {}
  'title.language': {}
  'title.lines': {}
  'title.login': {}
  'title.mining': {}
  'title.missing': {}
  'title.money': {}
  'title.my': {}
  'title.news': {}
  'title.nickname': {}
  'title.notice': {}
  'title.notices': {}
  'title.order': {}
  'title.password': {}
  'title.platform': {}
  'title.pools': {}
  'title.profit': {}
  'title.profit_invite': {}
  'title.proof': {}
  'title.proof_mine': {}
  'title.push': {}
  'title.queue': {}
  'title.recharge': {}
  'title.record': {}
  'title.records': {}
  'title.referrals': {}
  'title.reserves': {}
  'title.security': {}
  'title.start': {}
  'title.status': {}
  'title.under': {}
  'title.update': {}
  'title.wallet': {}
  'title.web': {}
  'title.withdraw': {}
  'transfer.again': {}
  'transfer.always': {}
  'transfer.amount': {}
  'transfer.arrives': {}
  'transfer.ask': {}
  'transfer.ask_activate': {}
  'transfer.ask_amount': {}
  'transfer.ask_copy': {}
  'transfer.ask_note': {}
  'transfer.ask_qr': {}
  'transfer.ask_row': {}
  'transfer.ask_share': {}
  'transfer.available': {}
  'transfer.cannot': {}
  'transfer.change': {}
  'transfer.closed': { coin: string }
  'transfer.code_rule': { left: string; value: string }
  'transfer.coin': {}
  'transfer.confirm_title': {}
  'transfer.copy_id': {}
  'transfer.direction': {}
  'transfer.direction.all': {}
  'transfer.direction.in': {}
  'transfer.direction.out': {}
  'transfer.done.in': {}
  'transfer.done.out': {}
  'transfer.empty': {}
  'transfer.fee': {}
  'transfer.fee_none': {}
  'transfer.final': {}
  'transfer.from': { who: string }
  'transfer.got_again': {}
  'transfer.got_asked': { amount: string }
  'transfer.got_more': {}
  'transfer.held': { until: string }
  'transfer.hint': { maximum: string; minimum: string }
  'transfer.invite': {}
  'transfer.invite_text': { app: string; link: string }
  'transfer.known': {}
  'transfer.known_none': {}
  'transfer.list': {}
  'transfer.maximum': {}
  'transfer.minimum': {}
  'transfer.missing': {}
  'transfer.name': {}
  'transfer.name_note': {}
  'transfer.new_receiver': {}
  'transfer.not_yet': {}
  'transfer.number': {}
  'transfer.one': {}
  'transfer.own_id': {}
  'transfer.own_name': {}
  'transfer.paid_before': {}
  'transfer.receiver': {}
  'transfer.receiver_hint': {}
  'transfer.receiver_wrong': {}
  'transfer.remark': {}
  'transfer.remark_hint': {}
  'transfer.remark_short': {}
  'transfer.rule.available': { available: string; coin: string }
  'transfer.rule.maximum': { maximum: string }
  'transfer.rule.minimum': { minimum: string }
  'transfer.rules': {}
  'transfer.scope': {}
  'transfer.scope.any': {}
  'transfer.scope.team': {}
  'transfer.send': { amount: string }
  'transfer.stop.ban': { until: string }
  'transfer.stop.freeze': {}
  'transfer.stop.suspension': { until: string }
  'transfer.submit': {}
  'transfer.time': {}
  'transfer.title': {}
  'transfer.to_security': {}
  'transfer.window': {}
  'transfer.with.in': {}
  'transfer.with.out': {}
  'transfer.wrong_time': { coin: string; from: string; to: string }
  'under.above': {}
  'under.find': {}
  'under.invited': {}
  'under.none': {}
  'under.search': {}
  'under.search_wrong': {}
  'update.check': {}
  'update.failed': {}
  'update.fetch': {}
  'update.forced': {}
  'update.later': {}
  'update.loaded': {}
  'update.loading': {}
  'update.newest': {}
  'update.number': { name: string }
  'update.restart': {}
  'update.take': {}
  'update.title': {}
  'update.yours': { name: string }
  'upload.done': {}
  'usual.after': { time: string }
  'usual.arrives': {}
  'usual.credited': {}
  'usual.late': {}
  'usual.more': { time: string }
  'usual.sent': {}
  'usual.within': { slow: string; time: string }
  'wallet.actions': {}
  'wallet.assets': {}
  'wallet.available': {}
  'wallet.explain_held': {}
  'wallet.held': {}
  'wallet.in_markets': {}
  'wallet.in_orders': {}
  'wallet.in_use': {}
  'wallet.no_price': {}
  'wallet.point_credit': {}
  'wallet.point_power': {}
  'wallet.points': {}
  'wallet.promised': {}
  'wallet.recharge': {}
  'wallet.records': {}
  'wallet.retired': {}
  'wallet.transfer': {}
  'wallet.value': {}
  'wallet.withdraw': {}
  'wallet_name.default': { number: string }
  'web.not_ours': {}
  'web.outside': {}
  'web.refused': {}
  'web.refused_why': {}
  'wide.choose': {}
  'withdraw.act': { amount: string }
  'withdraw.address': {}
  'withdraw.always': {}
  'withdraw.amount': {}
  'withdraw.available': {}
  'withdraw.banned': { until: string }
  'withdraw.bind_address': {}
  'withdraw.bind_google': {}
  'withdraw.cancel': {}
  'withdraw.cancel_ask': { amount: string; coin: string }
  'withdraw.cancelled_note': {}
  'withdraw.closed': { coin: string; network: string }
  'withdraw.confirm_title': {}
  'withdraw.confirming': { done: string; needed: string }
  'withdraw.copy_address': {}
  'withdraw.day_left': {}
  'withdraw.day_of': { limit: string }
  'withdraw.empty': {}
  'withdraw.ended': {}
  'withdraw.failed_note': {}
  'withdraw.fee': {}
  'withdraw.final': {}
  'withdraw.frozen': {}
  'withdraw.hash': {}
  'withdraw.hint': { coin: string; left: string; minimum: string }
  'withdraw.keep': {}
  'withdraw.leaves': {}
  'withdraw.list': {}
  'withdraw.maximum': {}
  'withdraw.minimum': {}
  'withdraw.missing': {}
  'withdraw.most': { coin: string; most: string }
  'withdraw.network': {}
  'withdraw.no_address': { network: string }
  'withdraw.no_google': {}
  'withdraw.number': {}
  'withdraw.one': {}
  'withdraw.reason': {}
  'withdraw.receive': {}
  'withdraw.refused_note': {}
  'withdraw.requested': {}
  'withdraw.review_rule': { count: string; day: string; once: string }
  'withdraw.review_soon': {}
  'withdraw.rule.available': { available: string; coin: string }
  'withdraw.rule.day_limit': { most: string }
  'withdraw.rule.fee': { coin: string; fee: string }
  'withdraw.rule.maximum': { most: string }
  'withdraw.rule.minimum': { coin: string; minimum: string }
  'withdraw.rule.payout': { coin: string; most: string }
  'withdraw.rules': {}
  'withdraw.share_rule': { coin: string; share: string }
  'withdraw.state.cancelled': {}
  'withdraw.state.confirming': {}
  'withdraw.state.done': {}
  'withdraw.state.failed': {}
  'withdraw.state.held': {}
  'withdraw.state.refused': {}
  'withdraw.state.reviewing': {}
  'withdraw.state.sending': {}
  'withdraw.step.confirming': {}
  'withdraw.step.done': {}
  'withdraw.step.held': {}
  'withdraw.step.reviewing': {}
  'withdraw.step.sending': {}
  'withdraw.steps': {}
  'withdraw.submit': {}
  'withdraw.to': { standard: string }
  'withdraw.to_security': {}
  'withdraw.until': { until: string }
  'withdraw.until_open': {}
  'withdraw.wait.banned': {}
  'withdraw.wait.books': { network: string }
  'withdraw.wait.chain': { network: string }
  'withdraw.wait.frozen': {}
  'withdraw.wait.new_address': {}
  'withdraw.wait.refill': { network: string }
  'withdraw.wait.review': {}
  'withdraw.wait.security': {}
  'withdraw.wait.velocity': {}
  'withdraw.waits': {}
  'withdraw.window': {}
  'withdraw.wrong_time': { coin: string; from: string; network: string; to: string }
  'words.check': {}
  'words.completions': {}
  'words.copied': {}
  'words.copy': {}
  'words.copy_anyway': {}
  'words.copy_title': {}
  'words.copy_why': {}
  'words.count': { all: string; count: string }
  'words.entry': {}
  'words.hide': {}
  'words.list': {}
  'words.meant': {}
  'words.misplaced': { places: string }
  'words.not_a_phrase': {}
  'words.offered': {}
  'words.other_count': { all: string; count: string }
  'words.places': {}
  'words.show': {}
  'words.show_why': {}
  'words.strange': { place: string; word: string }
  'words.take_back': {}
  'words.too_many': { all: string; count: string }
  'words.way': {}
  'words.way_tap': {}
  'words.way_type': {}
  'words.written_down': {}
}

/** Texts that are loaded together: what stands above each in locales/en.po. */
export type Area =
  | 'answers'
  | 'captcha'
  | 'charts'
  | 'chat'
  | 'core'
  | 'device'
  | 'errors'
  | 'exchange'
  | 'fields'
  | 'funds'
  | 'gates'
  | 'invest'
  | 'links'
  | 'mail'
  | 'mining'
  | 'mining-cards'
  | 'money'
  | 'my'
  | 'news'
  | 'notices'
  | 'onboarding'
  | 'orders'
  | 'otc'
  | 'pool-cards'
  | 'proof'
  | 'proof-line'
  | 'queue'
  | 'results'
  | 'scan'
  | 'status'
  | 'team'
  | 'transfer'
  | 'updates'
  | 'wallet'
