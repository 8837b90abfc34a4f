import { Hono } from "hono";
import { z } from "zod";
import type { Stubs } from "./context";
import { newId } from "./ids";
import { inboxPage, mailPage } from "./pages/inbox";
import { notFoundPage } from "./pages/layout";

const mailSchema = z.object({
  message_id: z.string().min(1).max(998),
  from: z.string().min(1).max(998),
  to: z.string().min(1).max(998),
  subject: z.string().max(998),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
});

export type StoredMail = z.infer<typeof mailSchema> & {
  id: string;
  /** ISO 8601, UTC. */
  received_ts: string;
};

/** Takes the worker's mails and shows them; nothing leaves the machine. */
export function inbox(stubs: Stubs): Hono {
  const app = new Hono();

  // 2xx says the mail is accepted. A mail that came before is accepted again and kept once.
  app.post("/mail", async (c) => {
    const parsed = mailSchema.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => ({
        field: issue.path.join("."),
        message: issue.message,
      }));
      return c.json({ error: "not a mail", errors }, 400);
    }
    const known = stubs.mails.all().find((mail) => mail.message_id === parsed.data.message_id);
    if (known) return c.json({ id: known.id }, 200);
    const mail = {
      ...parsed.data,
      id: newId("mail"),
      received_ts: new Date(stubs.seconds() * 1000).toISOString(),
    };
    stubs.mails.put(mail);
    await stubs.store.saved();
    return c.json({ id: mail.id }, 202);
  });

  app.get("/inbox.json", (c) => c.json({ mails: mailsTo(stubs, c.req.query("to")) }));
  app.get("/inbox", (c) => {
    const to = c.req.query("to");
    return c.html(inboxPage(mailsTo(stubs, to), to));
  });
  app.get("/inbox/:id", (c) => {
    const mail = stubs.mails.get(c.req.param("id"));
    return mail ? c.html(mailPage(mail)) : c.html(notFoundPage(), 404);
  });
  return app;
}

/** The newest first; `to` keeps the mails to that address, in any case. */
function mailsTo(stubs: Stubs, to: string | undefined): StoredMail[] {
  const mails = stubs.mails.all().toReversed();
  const wanted = to?.trim().toLowerCase();
  return wanted ? mails.filter((mail) => addressOf(mail.to) === wanted) : mails;
}

/** `Ana <ana@example.ro>` and `ana@example.ro` are the same mailbox. */
function addressOf(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}
