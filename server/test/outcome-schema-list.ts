import type { Reviewed } from './outcome-allow-list.ts'

// The rest of that list: columns and functions of the database.

export const SCHEMA: Reviewed = {
  near: {
    'products.source':
      'the source a product is registered with; contracts keep that of their acceptance, and another one in the log cancels them.',
    'products.first_units':
      'where a simulated path begins on the very first day: chosen with the product, part of the commitment to that day, not asked for after it.',
    'products.calendar': 'trading hours: orders outside of them are refused. Outcomes know no hours.',
    'products.past_hours':
      'hours of before, by which prices go on coming until the last contract accepted under them has ended: other hours take no price from anybody.',
    'products.calendar_version': 'tells a process that its hours are old.',
    'products.stale_ms': 'how old a price may be for an order to be taken; not asked for afterwards.',
    'products.outlier_bps':
      'how far a tick may jump, read when an engine starts. A refused tick stands in the public log with the rule that refused it; it cannot make a price.',
    'products.deviation_bps':
      'how far an exchange may lie from its second source, told with the product, read when an engine starts. A price in quarantine stands in the public log with the second source’s; it cannot make another price.',
    'products.precision': 'decimals of prices, fixed for a product version, frozen into contracts.',
    'products.version': 'frozen into contracts and leaves.',
    'products.enabled': 'stops orders, never the feed of what is open.',
    'log_heads.last_tick_price':
      'where the log ends, moved with each append. Outcomes are read from the entries.',
    'log_heads.last_time_ms': 'no entry has an earlier time; moved with each append.',
    'log_heads.watermark_ms':
      'no entry has this time or an earlier one; when it is past an expiry the log decides.',
    'log_heads.last_source_seq': 'where the source changed last: makes settlement look for the entry.',
    'log_heads.source': 'the source of the newest entries; another one is an entry of its own.',
    'log_heads.hash': 'binds every entry so far, told with each tick.',
    'log_tail.chunks':
      'the newest entries. Told to everybody when they are durable, with the running hash; sealed and signed within ten seconds.',
    'log_blocks.packed': 'the entries. The table takes no change; each block is signed and chained.',
    'log_blocks.root': 'of the tree over them.',
    'log_archives.file': 'the entries of old days, verified by anybody with the keys alone.',
    'product_leases.owner':
      'whose engine writes the log. Each writes by the same rules; an order is fixed before what follows it is written.',
    'product_leases.epoch': 'keeps two engines from writing the same number.',
    'sim_days.start_mantissa': 'of a day that is committed to before it begins.',
    'sim_days.start_shift': 'the same.',
    'sim_days.start_volatility': 'the same.',
    'sim_days.annual_volatility_bps': 'the same.',
    'sim_days.daily_volume_usdt': 'the same.',
    'sim_days.rhythm': 'the same.',
    'sim_days.volume_spread': 'the same; no price follows from volumes.',
    'sim_days.seed': 'told when the day is over; null until then.',
    'sim_days.commitment': 'binds all of the day and its seed; a start that does not fit it is refused.',
    'replay_shifts.shift_ms': 'where a recording was begun: chosen once, before the first price of it.',
    'service_clock.fixed_ms':
      'service time of a replay and of tests; with real prices null, which every start sets.',
    'service_clock.anchor_db_ms': 'service time of a replay; it never goes back.',
    'service_clock.anchor_service_ms': 'the same.',
    'service_clock.speed': 'the same.',
    'game_rules.window_ms': 'of a rule version, which never changes; frozen into contracts.',
    'game_rules.opening_delay_ms': 'the same.',
    'game_rules.open_timeout_ms': 'the same.',
    'game_rules.max_gap_ms': 'the same.',
    'game_rules.payout_bps': 'the same.',
    'game_rules.stale_ms': 'the same; asked for by orders only.',
    'game_rules.hash': 'binds all of it; in the order’s receipt.',
    'active_rules.rule_id': 'which version new orders are offered; an order names the version it was shown.',
    'active_rules.enabled': 'stops orders of a duration.',
    'trading_settings.halted': 'stops orders; what is open is settled.',
    'contracts.direction': 'as ordered; the database refuses any change.',
    'contracts.stake_micros': 'the same.',
    'contracts.payout_bps': 'the rule as it was at acceptance; the database refuses any change.',
    'contracts.window_ms': 'the same.',
    'contracts.opening_delay_ms': 'the same.',
    'contracts.open_timeout_ms': 'the same.',
    'contracts.max_gap_ms': 'the same.',
    'contracts.source': 'of its prices, fixed at acceptance; the database refuses any change.',
    'contracts.open_after_seq': 'the same.',
    'contracts.accepted_at_ms': 'the same.',
    'contracts.expires_at_ms': 'the same.',
    'contracts.calendar_version': 'the same.',
    'contracts.win_profit_micros': 'stake × payout; the database refuses any other.',
    'contracts.opening_price': 'what the log gave. Not the log’s: the receipt does not hold, and says so.',
    'contracts.opening_time_ms': 'the same.',
    'contracts.opening_seq': 'the same.',
    'contracts.closing_price': 'the same; final when it is written.',
    'contracts.closing_time_ms': 'the same.',
    'contracts.state': 'what the log decided; final when it is written.',
    'contracts.result': 'the same.',
    'contracts.cancel_reason':
      'the same; `void` alone may still give a loser his stake back, never take a win, and only if a public entry of the log says so.',
    'contracts.profit_micros': 'by result and frozen terms; the database refuses any other.',
    'voids.from_ms':
      'where a void begins; fixed with the proposal, the database refuses any change. The entry of the public log says it, and counts.',
    'voids.to_ms': 'where it ends, the same: before it was proposed, and before its entry.',
    'voids.product_id': 'the same; a void is of a product, never of a contract or a user.',
    'voids.state':
      'how far a void has come. Open contracts are cancelled by the entry in the log, whatever stands here; losers get their stake back by an entry that is public.',
    'voids.entry_ms': 'time of the entry: what ended before is never taken back from who won it.',
    'voids.seq': 'number of the entry in the log, written with it.',
    'acceptance_batches.seqs': 'where in the log the accepted orders are named.',
    'place_contracts()': 'accepts: takes the log’s head and the clock as they are, no price.',
    'open_contracts()': 'writes the opening that core found in the log; the first one stays.',
    'settle_contracts()':
      'writes what core decided by the log, once; profits are checked against the frozen terms.',
    'void_touches()': 'what an interval touches, as core has it; a receipt holds only if core agrees.',
    'enter_void()': 'notes the entry of a confirmed void in the transaction that appends it, once.',
    'return_voided_stakes()':
      'turns losses that an entered void touches into returned stakes, once; it knows no win, and the database refuses any other change of what is settled.',
    'contracts_final_guard()':
      'refuses any change of a settled contract but one: a loss that a public void touches becomes a returned stake.',
    'market_append()': 'the only way into the log: numbered, in order, by the owner of the product alone.',
    'market_take_leases()': 'who writes the log.',
    'set_service_clock()': 'begins the service time of a replay; it never goes back.',
    'service_now_ms()': 'the one clock.',
  },
  far: [
    {
      why: 'copies of what the log holds, for charts',
      items: `candles: close high low open open_time_ms origin period product_id volume_micros
        candle_progress: history_done product_id through_seq
        missed_candles: close closes high low open open_time_ms opens period product_id volume_micros`,
    },
    {
      why: 'what a derived price of the log was made of, kept beside it to look up',
      items:
        'tick_legs: base_ask base_bid base_ms base_pair product_id quote_ask quote_bid quote_ms quote_pair seq',
    },
    {
      why: 'where and how entries lie, and what is signed of them',
      items: `log_archives: bytes day first_number first_seq last_number last_seq last_time_ms part_last_seqs part_last_times part_offsets precision product_id sha256
        log_blocks: first_seq last_seq last_source_seq last_time_ms last_void_seq number previous product_id product_version running_hash sealed_ms signature site_key
        log_heads: block_hash block_number blocked_seq epoch last_seq last_tick_seq last_tick_time_ms last_trade_id product_id product_version
        log_tail: first_seqs id last_seqs last_time_ms product_ids
        acceptance_batches: id key_id last_id open_products product_ids signature
        sim_days: committed_ms day key_id master_seed precision product_id signature
        replay_shifts: category
        product_leases: expires_db_ms product_id`,
    },
    {
      why: 'names, places and switches that no outcome asks for',
      items: `products: base category edits id name own_hours quote sort symbol
        game_rules: created_ms duration_seconds id product_id stake_max_micros stake_min_micros version
        active_rules: duration_seconds product_id
        trading_settings: allowed_countries demo_enabled exposure_limit_micros exposure_warning_bps funds_mode halt_reason id identity_required real_enabled
        own_limits: book daily_loss_micros next_daily_from_ms next_daily_loss_micros next_stake_from_ms next_stake_max_micros stake_max_micros user_id
        exposure_buckets: down_profit_micros down_stake_micros expiry_minute product_id up_profit_micros up_stake_micros
        service_clock: id`,
    },
    {
      why: 'whose it is, how it was asked for, and when it was settled',
      items: `contracts: batch_id body_sha256 book client_order_id duration_seconds id live precision product_id product_version rule_hash rule_id rule_version settled_at_ms symbol user_id`,
    },
    {
      why: 'money after the outcome',
      items: `bills: amount_micros book completed_ms created_ms id method ref reference remark status symbol type user_id
        transfers: amount_micros book created_ms credit credit_user_id debit debit_user_id id kind ref
        user_balances: available_micros book frozen_micros in_position_micros user_id version
        balance_adjustments: admin_id amount_micros book confirmed_by created_ms id proposal_id reason request_id user_id
        system_balances: account balance_micros book shard
        money_requests: body_sha256 created_ms kind request_id user_id`,
    },
    {
      why: 'money that comes and goes: limits and fees of it, who asked for it and who reviewed it',
      items: `funds_rules: bank_fee_bps bank_fee_min_micros created_ms deposit_max_micros deposit_min_micros hash identity_required second_admin_above_micros transfer_max_micros transfer_min_micros version wallet_fee_micros withdrawal_max_micros withdrawal_min_micros
        deposit_methods: account_name account_number address bank_name created_ms enabled id instructions is_test kind name network offered_until_ms picture removed sort
        deposits: amount_micros created_ms credited_micros ended_ms id method_id payer payer_mark payment_ref proposed_by proposed_micros remark request_id reviewer_id state told_ref updated_ms user_id version
        deposit_receipts: content_type deposit_id sealed uploaded_ms
        withdrawals: address amount_micros approved_by approved_ms created_ms ended_ms fee_micros id method network paid_by payee payout_ref remark request_id reviewer_id rule_version state updated_ms user_id version
        withdrawal_addresses: address created_ms id is_default label network user_id
        withdrawal_corrections: actual_micros admin_id created_ms fee_micros id payout_ref remark taken_micros user_id withdrawal_id
        withdrawal_returns: actual_micros admin_id created_ms fee_micros id remark user_id withdrawal_id
        passed_on_credits: admin_id amount_micros since_ms transfer_id user_id
        user_transfers: amount_micros created_ms from_user_id id request_id to_user_id
        transfer_misses: at_ms id user_id`,
    },
    {
      why: 'what administrators propose to each other and who decided on it; it becomes anything by its kind alone, in a transaction that changes other columns',
      items: `proposals: decided_by decided_ms expires_ms id kind payload proposed_by proposed_ms reason remark request_id state subject version`,
    },
    {
      why: 'who proposed a void and who decided on it, when, why, and what its entry says of it',
      items: `voids: contract_count decided_by decided_ms expires_ms house_effect_micros id proposed_by proposed_ms reason remark returned_ms version`,
    },
    {
      why: 'keys, and what is proved of balances',
      items: `site_keys: endorsed_by endorsement from_ms id number public_key to_ms
        liability_claims: day owner until_db_ms
        liability_leaves: book chunk day packed
        liability_shares: book day last_user_id packed
        liability_trees: book chunk_roots day key_id leaf_count root secret signature taken_ms total_micros`,
    },
    {
      why: 'prices users are told of when the durable log has reached them; nothing that makes a price or settles reads them',
      items: `price_alerts: after_seq created_ms direction id price product_id user_id watched
        price_alert_progress: product_id through_seq`,
    },
    {
      why: 'counts of what has happened',
      items: `cancelled_by_entry: book contracts kept_micros paid_micros product_id reason seq stake_micros unknown_contracts unknown_profit_micros unknown_stake_micros
        monthly_contracts: book contracts kept_micros month outcome paid_micros shard stake_micros unknown_contracts unknown_profit_micros unknown_stake_micros
        user_day_results: book day profit_micros user_id
        public_events: contract_count end_seq from_ms house_effect_micros id kind month open_ms product_id reason seq source source_before to_ms`,
    },
    {
      why: 'people, sessions and mail',
      items: `users: avatar bio country created_at_ms email email_changed_at_ms email_key email_proved_at_ms id identity_status last_login_at_ms locale login_type nickname password_changed_at_ms password_hash phone referred_by self_excluded_until_ms status terms_accepted_at_ms two_factor_removed_at_ms uid username username_key
        avatars: created_at_ms name user_id webp
        identity_checks: decided_at_ms decided_by document id real_name reason revoked_at_ms revoked_by state submitted_at_ms user_id
        identity_documents: check_id content_type sealed side
        identity_views: admin_id check_id seen_at_ms side
        user_sessions: bound_ip cookie_sha256 created_at_ms device_id expires_at_ms id ip last_seen_at_ms method proved_at_ms proved_by_mail revoked_at_ms token_sha256 user_agent user_id wallet_id
        user_devices: device_sha256 first_seen_at_ms id last_ip last_seen_at_ms signed_out_at_ms user_agent user_id
        user_recovery_codes: code_sha256 used_at_ms user_id
        user_two_factor: confirmed_at_ms failures_in_row last_step secret user_id
        user_wallets: address chain id last_used_at_ms linked_at_ms user_id wallet
        wallet_messages: address browser_sha256 chain expires_at_ms message nonce purpose used_at_ms user_id
        sign_in_tickets: bound_ip cookie_sha256 email_key expires_at_ms id method remember ticket_sha256 user_id wallet_id
        login_attempts: account_sha256 address at_ms device_sha256 id scope
        login_history: at_ms id ip method outcome user_agent user_id
        mail_codes: address attempts_left browser_sha256 code_sha256 created_at_ms device_sha256 email_sha256 expires_at_ms id purpose spent_at_ms user_id
        mail_queue: attempts created_ms due_ms expires_ms id kind sealed
        mail_spacing: due_ms mail_id slot
        user_notes: act admin_id created_ms id request_id text user_id
        invite_codes: active code created_at_ms user_id
        invitation_counts: certified generation members user_id
        team_sizes: size user_id
        administrators: agrees_from_ms created_at_ms created_by disabled id last_login_at_ms must_change_password password_expires_at_ms password_hash permissions role username username_key version
        admin_two_factor: admin_id confirmed_at_ms failures_in_row last_step secret
        admin_recovery_codes: admin_id code_sha256 used_at_ms
        admin_sessions: admin_id cookie_sha256 created_at_ms expires_at_ms id ip last_seen_at_ms revoked_at_ms token_sha256 user_agent`,
    },
    {
      why: 'of the platform: messages, settings, migrations, what was done',
      items: `audit_checks: at_ms fault id newest_hash newest_id row_count
        audit_log: action actor_id actor_kind after at_ms before hash id ip previous subject
        notification_settings: digest digest_day email marketing newsletter price_alerts system trade unsubscribe_token user_id
        notice_marks: deleted_through_id read_through_id user_id
        notices: created_ms data deleted_ms id kind priority read_ms type user_id
        announcements: author_id created_ms fallback from_ms id mail mail_done mailed mailed_user_id published_ms request_id state texts to_ms updated_ms version withdrawn_ms
        announcements_told: announcement_id user_id
        outbox: attempts created_ms due_ms id last_error payload topic
        platform_meta: key updated_ms value
        schema_migrations: applied_at checksum name number
        secret_keys: created_ms key_id
        settings: key updated_ms value version
        config_versions: admin_id before created_ms id section value version
        site_pictures: created_ms name webp`,
    },
    {
      why: 'functions that look, count, move money after the outcome, or refuse changes',
      items: `acceptance_batch() adjusted_alone() adjusted_by_way() adjustments_agreed() agrees_from_ms() announcements_guard() accounts_trading_block() chain_audit() contracts_live_guard() count_invited() credited_alone() database_now_ms() deposit_methods_keep_guard() deposits_agreed() funds_mode() funds_step_guard() givers_of() hash_funds_rules() is_barred_payer() keep_live() ledger_claim_request() ledger_hold_stakes() ledger_house_funds() ledger_lock_balances() ledger_open_user() ledger_post() proposals_agreed() proposals_step_guard() ledger_settle_stakes() lock_decisions() market_heads() market_source_changes() may_give_and_pay() month_of_ms() notifications_add() paid_alone() passed_on_weight() products_keep_guard() receipts_guard() refuse_change() search_runs() second_admin_above() settle_counted() size_team() tell_product_stop() tell_stop() tell_trading_stop() trading_day_result() trading_demo_exposure() trading_exposure() trading_house_room() trading_keep_days() trading_live_block() trading_prune_exposure() trading_settings_guard() two_agree() user_transfers_lock() user_transfers_passed_on() voids_step_guard() withdrawal_corrections_agreed() withdrawal_returns_agreed() withdrawals_agreed()`,
    },
  ],
}
