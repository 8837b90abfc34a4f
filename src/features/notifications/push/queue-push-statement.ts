import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { withAfterCommitHook } from "@/db/after-commit";
import type { Statement } from "@/db/client";
import type { DeliveryCondition } from "@/db/delivery-condition";
import { pushOutbox, pushSubscriptions, users } from "@/db/schema";
import type { PUSH_KINDS } from "@/shared/codes";
import { type Locale, localizePath } from "@/shared/i18n/locales";

/** Characters; a message may have 3,993 bytes. */
const MAX_TITLE_LENGTH = 120;
const MAX_BODY_LENGTH = 300;

export type PushRequest = {
  /** What causes the message, such as a new row's id: while the message waits, the same cause adds no second one. */
  cause: string;
  /** The record that the message is about, by `auditSubject`; erasure of the record finds the message by it. */
  about?: string;
  /** What must still hold when the message is delivered. */
  condition?: DeliveryCondition;
  userId: string;
  kind: (typeof PUSH_KINDS)[number];
  /** In the user's language. */
  title: string;
  body: string;
  locale: Locale;
  /** The page that the message opens, one of `paths`. */
  path: string;
};

/** What the service worker gets (client/push-worker). */
export type PushPayload = { title: string; body: string; path: string };

/** `key` holds the values by which the guard finds the message's cause. */
export type KeyedPush = { key: readonly (string | number)[]; push: PushRequest };

/**
 * The statement that queues a push message to each device of a user if `guard` holds, for the batch of its cause. It
 * adds nothing for a disabled account, a kind that the user turned off, and without the VAPID settings. So it may add
 * no row, and `previousChanged` can't be the guard of a statement after it.
 */
export const queuePushStatement = (ctx: Ctx, push: PushRequest, guard: SQL): Statement =>
  queuePushesStatement(ctx, [{ key: [], push }], guard);

/**
 * `queuePushStatement` for many messages, each if `guard` holds for its key when the batch runs. `guard` reads the parts
 * of the key as `pushed.key ->> 0`, `pushed.key ->> 1`, ….
 */
export function queuePushesStatement(ctx: Ctx, pushes: readonly KeyedPush[], guard: SQL): Statement {
  const json = JSON.stringify(
    pushes.map(
      ({ key, push: { cause, about = null, condition = null, userId, kind, title, body, locale, path } }) => {
        const payload: PushPayload = {
          title: truncate(title, MAX_TITLE_LENGTH),
          body: truncate(body, MAX_BODY_LENGTH),
          path: localizePath(locale, path),
        };
        return { key, cause, about, condition, userId, kind, payload };
      },
    ),
  );
  return withAfterCommitHook(
    "wake-outbox",
    ctx.db.run(sql`
      insert into ${pushOutbox} (id, subscription_id, payload, about, condition, created_ts, next_attempt_ts)
      select pushed.request ->> 'cause' || ':' || subscriptions.id, subscriptions.id, pushed.request -> 'payload',
        pushed.request ->> 'about', pushed.request ->> 'condition', ${ctx.now}, ${ctx.now}
      from (select value as request, value -> 'key' as key from json_each(${json})) pushed
      cross join ${pushSubscriptions} as subscriptions on subscriptions.user_id = pushed.request ->> 'userId'
      join ${users} as receivers on receivers.id = subscriptions.user_id
      where receivers.disabled_ts is null
        and not exists (select 1 from json_each(receivers.push_off) where value = pushed.request ->> 'kind')
        and ${ctx.push === null ? sql`false` : guard}
      on conflict do nothing`),
  );
}

/** Cuts a text between characters, never inside a surrogate pair. */
function truncate(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
