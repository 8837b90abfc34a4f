import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { parseUnsubscribeToken } from "@/auth/unsubscribe-token";
import { mailOutbox, users } from "@/db/schema";
import { deliverMail } from "@/features/mail";
import { MAIL_PRIORITY } from "@/features/mail/mail-priorities";
import type { NotificationKind } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { app, db, expectStatus } from "../../helpers/app";
import { createUser, listRows } from "../../helpers/factories";
import {
  findMail,
  jobContextAt,
  queueTestMail,
  SECOND,
  type SentMail,
  START,
  stubMailEndpoint,
} from "../../helpers/outbox";

const endpoint = stubMailEndpoint();
beforeEach(() => {
  app.clock.now = START;
});

const deliver = (composers?: Parameters<typeof deliverMail>[1]) =>
  deliverMail(jobContextAt(START), composers);
const turnOff = (userId: string, mailOff: NotificationKind[]) =>
  db.update(users).set({ mailOff }).where(eq(users.id, userId));

const PARAMS = {
  name: "Ana",
  title: "Matematică",
  date: "1 ianuarie",
  amount: "10 lei",
  item: "pe listă",
  starts: "1 ianuarie",
  ends: "8 ianuarie",
  withdrawal: "-",
  reason: "-",
  teacher: "Ana",
  learner: "Dana",
  from: "Dana",
};

/** The URL in the header of a mail; "" if there is none. */
const getUnsubscribeUrl = (mail: SentMail | undefined): string =>
  (mail as { headers?: Record<string, string> } | undefined)?.headers?.["List-Unsubscribe"]?.slice(1, -1) ??
  "";

describe("mail of a kind that users can turn off", () => {
  it("has the account's link in its header, text and HTML, in the account's language", async () => {
    const user = await createUser({ locale: "ro" });
    await queueTestMail(user.email);
    await deliver();
    const [mail] = endpoint.requests;
    const url = getUnsubscribeUrl(mail);
    expect(mail).toMatchObject({
      headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      html: expect.stringMatching(/Opriți e-mailurile despre mesaje și răspunsuri<\/a><\/p>\n<\/td>/),
    });
    expect(mail?.text.endsWith(`Opriți e-mailurile despre mesaje și răspunsuri:\n${url}`)).toBe(true);
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe(`/ro${paths.unsubscribe()}`);
    expect(parseUnsubscribeToken(jobContextAt(START), searchParams.get("token") ?? "")).toEqual({
      kind: "enquiries",
      id: user.id,
    });
  });

  it("is not sent after one press on that link, also if it waited; other kinds are", async () => {
    const user = await createUser();
    await queueTestMail(user.email);
    await deliver();
    await queueTestMail(user.email);
    const { pathname, search } = new URL(getUnsubscribeUrl(endpoint.requests[0]));
    await expectStatus(
      app.post(pathname + search, {
        body: "List-Unsubscribe=One-Click",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "null" },
      }),
      200,
    );
    await queueTestMail(user.email, START, { template: "listing_expired", params: PARAMS });
    await deliver();
    expect(endpoint.requests.map(({ subject }) => subject)).toEqual([
      "Daria N. v-a scris despre „Matematică”",
      "Anunțul „Matematică” a expirat",
    ]);
    expect(await listRows(mailOutbox, { recipient: user.email })).toHaveLength(2);
  });

  it("is sent with a link by default, also if it offers a purchase, and not after a refusal", async () => {
    const user = await createUser();
    const queueOffer = () =>
      queueTestMail(user.email, START, {
        template: "promotion_ending",
        params: PARAMS,
      });
    await queueOffer();
    await deliver();
    expect(getUnsubscribeUrl(endpoint.requests[0])).toContain("/unsubscribe?token=news.");
    await turnOff(user.id, ["news"]);
    await queueOffer();
    await deliver();
    expect(endpoint.requests).toHaveLength(1);
  });

  it("is sent without a link to guests, and to the address of an unconfirmed account", async () => {
    const unconfirmed = await createUser({ emailVerifiedTs: null, mailOff: ["enquiries"] });
    for (const to of ["guest@example.test", unconfirmed.email]) await queueTestMail(to);
    await deliver();
    expect(endpoint.requests.map(({ to }) => to).toSorted()).toEqual(
      ["guest@example.test", unconfirmed.email].toSorted(),
    );
    for (const mail of endpoint.requests) {
      expect(getUnsubscribeUrl(mail)).toBe("");
      expect(mail.html).not.toContain("/unsubscribe");
    }
  });

  it("keeps its own link, and is not composed if it is off", async () => {
    const user = await createUser();
    const insertDigest = (id: string) =>
      db.insert(mailOutbox).values({
        id,
        template: "alert_digest",
        recipient: user.email,
        subject: "",
        text: "",
        html: "",
        payload: {},
        createdTs: START,
        nextAttemptTs: START,
      });
    let composed = 0;
    const composers = {
      alert_digest: async () => {
        composed++;
        return {
          template: "review_invitation",
          locale: "en",
          params: { name: "Ana" },
          unsubscribePath: "/unsubscribe?token=1",
        } as const;
      },
    };
    await insertDigest("first");
    await deliver(composers);
    expect(getUnsubscribeUrl(endpoint.requests[0])).toBe("https://catedra.test/unsubscribe?token=1");
    expect(endpoint.requests[0]?.text.split("/unsubscribe")).toHaveLength(2);
    await turnOff(user.id, ["alerts"]);
    await insertDigest("second");
    expect(await deliver(composers)).toBeNull();
    expect(await findMail("second")).toBeUndefined();
    expect(composed).toBe(1);
  });
});

it("mail about security, payments, decisions and to parents is sent with every kind off, without a link", async () => {
  const user = await createUser({
    mailOff: ["enquiries", "reviews", "listings", "alerts", "news"],
  });
  const templates = [
    "password_changed",
    "payment_confirmed",
    "listing_rejected",
    "parent_copy",
    "parent_refused",
    "parent_warning",
    "parent_personal",
  ] as const;
  for (const template of templates) await queueTestMail(user.email, START, { template, params: PARAMS });
  await deliverMail(jobContextAt(START + SECOND));
  expect(endpoint.requests.map(getUnsubscribeUrl)).toEqual(templates.map(() => ""));
  const urgent = await listRows(mailOutbox, { recipient: user.email, priority: MAIL_PRIORITY.urgent });
  expect(urgent.map(({ template }) => template)).toEqual([
    "password_changed",
    "parent_refused",
    "parent_warning",
    "parent_personal",
  ]);
});
