import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { withAfterCommitHook } from "@/db/after-commit";
import { createAppContext, createSharedServices } from "@/http/app-context";
import { bindings } from "../../helpers/app";

test("the settings of the same bindings are parsed once", () => {
  const shared = createSharedServices();
  const first = shared.bind(bindings);
  expect(shared.bind(bindings)).toBe(first);
  const others = shared.bind({ ...bindings, SITE_NAME: "Elsewhere" });
  expect([first.config.SITE_NAME, others.config.SITE_NAME]).toEqual(["Catedra", "Elsewhere"]);
});

test("commit wakes the mail sender only after statements with that hook", async () => {
  let woken = 0;
  const queue = { send: async () => void woken++ } as unknown as typeof bindings.MAIL_QUEUE;
  const ctx = createAppContext({
    bindings: { ...bindings, MAIL_QUEUE: queue },
    execution: { waitUntil: () => {} },
    locale: "en",
    requestId: "test",
    address: "test",
  });
  const statement = () => ctx.db.all(sql`select 'insert into "mail_outbox"'`);
  await ctx.commit([statement()]);
  expect(woken).toBe(0);
  await ctx.commit([
    statement(),
    withAfterCommitHook("wake-outbox", statement()),
    withAfterCommitHook("wake-outbox", statement()),
  ]);
  expect(woken).toBe(1);
});
