CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_ts`);--> statement-breakpoint
CREATE INDEX `limit_counters_window` ON `limit_counters` (`window_start_ts`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_end` ON `one_time_tokens` (`expires_ts`);--> statement-breakpoint
CREATE INDEX `sessions_idle_end` ON `sessions` (`idle_expires_ts`);--> statement-breakpoint
CREATE INDEX `sessions_absolute_end` ON `sessions` (`absolute_expires_ts`);