import { createExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, vi } from "vitest";
import { limitCounters, mailOutbox } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import type { NewMail } from "@/features/mail/queue-mail-statements";
import { createAppContext } from "@/http/app-context";
import { bindings, db } from "./app";

export const START = Date.UTC(2026, 10, 20, 9, 0, 0);
export const SECOND = 1000;
export const DAY = 86_400 * SECOND;

/** The context of a job that runs at `now` (ms). */
export const jobContextAt = (now: number, overrides: Partial<typeof bindings> = {}) =>
  createAppContext({
    bindings: { ...bindings, ...overrides },
    execution: createExecutionContext(),
    locale: "en",
    requestId: "test",
    address: "job",
    clock: () => now,
  });

/** Queues a mail. Returns its id. */
export async function queueTestMail(
  to = "ana@example.test",
  now = START,
  request: Partial<NewMail> = {},
): Promise<string> {
  const ctx = jobContextAt(now);
  const params = { name: "Daria N.", title: "Matematică", learner: "" };
  await ctx.commit([
    queueMailStatement(ctx, {
      template: "enquiry_new",
      to,
      locale: "ro",
      params,
      quote: "Bună!",
      ...request,
    }),
  ]);
  const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, to));
  return row?.id ?? "";
}

export const findMail = async (id: string) =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.id, id)))[0];

export type SentMail = {
  message_id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Replaces fetch with a mail endpoint for each test. Records requests and returns the configured responses. */
export function stubMailEndpoint() {
  const endpoint = {
    requests: [] as SentMail[],
    answer: (_: SentMail): Response | Promise<Response> => new Response(),
  };
  beforeEach(async () => {
    await db.delete(mailOutbox);
    await db.delete(limitCounters);
    endpoint.requests = [];
    endpoint.answer = () => new Response(null, { status: 202 });
    vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
      const mail = JSON.parse(String(init.body)) as SentMail;
      endpoint.requests.push(mail);
      return endpoint.answer(mail);
    });
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return endpoint;
}
