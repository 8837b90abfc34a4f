import { sql } from "drizzle-orm";
import { otherAdminExistsSql } from "@/auth/other-admins";
import { DAY_MS } from "@/shared/dates";
import { concernedSql, excerptSql, type RowSource } from "./row-source";

const REQUESTS = {
  table: "requests",
  joins: sql`left join users author on author.id = requests.user_id`,
} as const;
const TEXTS = {
  title: excerptSql(sql`requests.text`),
  taughtSubject: sql`requests.subject`,
  ...concernedSql("author"),
};

/** Requests of learners that a rule held. */
const pending: RowSource = {
  ...REQUESTS,
  queue: "requests_pending",
  index: "requests_state",
  isInQueueSql: () => sql`requests.state = 'pending'`,
  isOwnSql: (_, admin) => sql`(requests.user_id = ${admin.id} and ${otherAdminExistsSql})`,
  texts: { ...TEXTS, code: sql`requests.hold_rule` },
};

const UNANSWERED_MS = 2 * DAY_MS;

/** Open requests that no teacher answered for two days. */
const unanswered: RowSource = {
  ...REQUESTS,
  queue: "requests_unanswered",
  isClosable: true,
  index: "requests_unanswered",
  orderTs: sql`requests.opened_ts`,
  leadMs: -UNANSWERED_MS,
  isInQueueSql: (now) => sql`requests.state = 'open' and requests.answer_count = 0
    and requests.opened_ts <= ${now - UNANSWERED_MS}`,
  texts: TEXTS,
};

export const REQUEST_SOURCES: readonly RowSource[] = [pending, unanswered];
