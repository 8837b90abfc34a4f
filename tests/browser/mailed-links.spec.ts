import { eq } from "drizzle-orm";
import { createGuestToken } from "@/auth/guest-token";
import { createUnsubscribeToken } from "@/auth/unsubscribe-token";
import { alertFilters, alerts, enquiries, invitations, messages, reviews } from "@/db/schema";
import type { Config } from "@/env";
import { issueToken } from "@/features/accounts/one-time-token";
import { createAlertToken } from "@/features/alerts/alert-token";
import { formatLinkToken } from "@/features/enquiries/guests/link-tokens";
import { createInvitationToken } from "@/features/invitations/invitation-token";
import { createRenewalToken } from "@/features/listings/renewal/renew-by-link";
import { DAY_MS } from "@/shared/dates";
import { getOrThrow } from "@/shared/errors";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { draftListingSchema } from "@/shared/schemas/listing";
import { demoVars } from "../../dev/launch/local-vars";
import { expectAccessible } from "./helpers/axe";
import type { TestVisitor } from "./helpers/site";
import { expect, type Site, type TestFixtures, test } from "./helpers/test";

/** Without script, the browser itself sends each form, with the `Origin` that the page's referrer policy allows. */
const GUEST = { locale: "en", javaScriptEnabled: false } as const;
const ctx = { config: demoVars({ siteUrl: "", stubsUrl: "" }) as unknown as Config };
const newEmail = () => `oaspete-${newId()}@example.test`;

/** Presses a button and waits for the text that reports its success. */
async function pressFor(guest: TestVisitor, button: string, result: string) {
  await guest.press(button);
  await expect(guest.page.getByText(guest.t(result), { exact: true }).first()).toBeVisible();
}

/** A guest's message that waits for confirmation, and its token. */
async function insertMessage({ db }: Site, listing: { id: string }, email = newEmail()) {
  const [id, now] = [newId(), Date.now()];
  const guest = { guestName: "Maria Popescu", guestEmail: email, guestLocale: "en" } as const;
  await db
    .insert(enquiries)
    .values({ id, listingId: listing.id, ...guest, state: "new", createdTs: now, lastMessageTs: now });
  await db
    .insert(messages)
    .values({ id: newId(), enquiryId: id, author: "learner", text: "Aveți loc joi?", createdTs: now });
  return { id, token: createGuestToken(ctx, { id, email }) };
}

/** An invited teacher, whose invitation lacks price and county. @returns the token of the mailed link */
async function insertInvitation({ db }: Site) {
  const [id, now] = [newId(), Date.now()];
  const listing = getOrThrow(validate(draftListingSchema, { subject: "m" }));
  await db.insert(invitations).values({
    id,
    email: newEmail(),
    addressHash: id,
    locale: "en",
    draft: { first_name: "Ana", last_name: "Pop", phone_number: "+40712345678", listing },
    source: "Lista profesorilor",
    state: "invited",
    createdTs: now,
    expiresTs: now + 30 * DAY_MS,
  });
  return createInvitationToken(ctx, id);
}

test("a guest sends every form of a conversation and a review from mailed links", async ({
  open,
  insert,
  site,
}) => {
  const { db } = site;
  const listing = await insert.listing(await insert.teacher());
  await insert.listing(await insert.teacher());
  const guest = await open(GUEST);
  const { page, t } = guest;

  const discarded = await insertMessage(site, listing);
  await guest.go(paths.enquiry(discarded.id, { token: discarded.token }));
  await pressFor(guest, "enquiries.confirm.discard", "enquiries.erase.done");

  const { id, token } = await insertMessage(site, listing);
  await guest.go(paths.enquiry(id, { token }));
  await pressFor(guest, "enquiries.confirm.one.send", "enquiries.done.confirmed");
  await page.locator("button.heart").first().click();
  await expect(page.locator('button.heart[aria-pressed="true"]')).toHaveCount(1);
  await page.locator('[name="listing_ids"]').first().check();
  await guest.press("enquiries.more.button");
  await expect(page.locator('[name="message"]')).toHaveValue("Aveți loc joi?");
  await guest.go(paths.enquiry(id, { token }));
  await guest.fill("message", "Sau vineri?");
  await pressFor(guest, "enquiries.thread.send", "enquiries.done.answered");

  const answeredTs = Date.now() - 4 * DAY_MS;
  await db.update(enquiries).set({ state: "answered", answeredTs }).where(eq(enquiries.id, id));
  await guest.go(paths.enquiryReview(id, { token }));
  await page.locator('[name="rating"][value="4"]').focus();
  await page.keyboard.press("Space");
  await page.locator('[name="text"]').fill("Explică pe înțeles, cu multe exemple și răbdare.");
  await page.getByLabel(t("reviews.display.lessons.2-5")).check();
  await pressFor(guest, "reviews.form.publish", "reviews.done.published");
  await page.getByRole("link", { name: t("reviews.own.edit") }).click();
  await page.locator('[name="text"]').fill("Explică pe înțeles, cu exemple și teme.");
  await pressFor(guest, "reviews.form.save", "reviews.done.published");
  await db
    .update(reviews)
    .set({ state: "rejected", reason: "personal_data", decidedTs: Date.now() })
    .where(eq(reviews.enquiryId, id));
  await guest.go(paths.enquiryReview(id, { token }));
  await page.locator('[name="text"]').fill("Textul nu conține date personale.");
  await pressFor(guest, "reviews.objection.send", "reviews.done.objected");
  await page.getByText(t("reviews.own.withdraw"), { exact: true }).click();
  await pressFor(guest, "reviews.own.confirm", "reviews.done.withdrawn");

  const invitations = { kind: "review_invitations", id } as const;
  await guest.go(paths.unsubscribe({ token: createUnsubscribeToken(ctx, invitations) }));
  await pressFor(guest, "alerts.unsubscribe.submit", "alerts.unsubscribe.doneHeading");

  // The link becomes invalid while the guest writes: the message is kept, and a new link can be requested.
  await guest.go(paths.enquiry(id, { token }));
  const email = newEmail();
  await db.update(enquiries).set({ guestEmail: email }).where(eq(enquiries.id, id));
  await guest.fill("message", "Nu mă pierdeți.");
  await guest.press("enquiries.thread.send");
  await expect(page.getByText(t("enquiries.link.invalid"))).toBeVisible();
  await expect(page.locator('[name="message"]')).toHaveValue("Nu mă pierdeți.");
  await pressFor(guest, "enquiries.link.request", "enquiries.link.sent");

  await guest.go(paths.enquiry(id, { token: createGuestToken(ctx, { id, email }) }));
  await page.getByText(t("enquiries.erase.withdraw"), { exact: true }).click();
  await pressFor(guest, "enquiries.erase.confirm", "enquiries.erase.done");

  for (const [button, result] of [
    ["enquiries.confirm.discard", "enquiries.erase.done"],
    ["enquiries.confirm.several.send", "enquiries.several.done"],
  ] as const) {
    const several = newEmail();
    const sent = [await insertMessage(site, listing, several), await insertMessage(site, listing, several)];
    await guest.go(paths.confirmEnquiries({ token: sent.map(formatLinkToken) }));
    await pressFor(guest, button, result);
  }

  const last = await insertMessage(site, listing);
  await guest.go(paths.enquiry(last.id, { token: last.token }));
  await page.locator('.language-switch__button[value="ro"]').click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ro");
  await expect(page.getByText("Aveți loc joi?")).toBeVisible();
});

test("a signed-out recipient sends every form of an alert, a renewal and an account from mailed links", async ({
  open,
  insert,
  site,
}) => {
  const guest = await open(GUEST);
  const [discarded, kept] = [await insertAlert(site), await insertAlert(site)];
  await guest.go(paths.alerts({ token: discarded }));
  await pressFor(guest, "alerts.confirm.discard", "alerts.done.deleted");
  await guest.go(paths.alerts({ token: kept }));
  await pressFor(guest, "alerts.confirm.submit", "alerts.done.confirmed");
  await pressFor(guest, "alerts.actions.pause", "alerts.done.paused");
  await pressFor(guest, "alerts.actions.resume", "alerts.done.resumed");
  await pressFor(guest, "alerts.actions.weekly", "alerts.done.changed");
  await pressFor(guest, "alerts.actions.delete", "alerts.done.deleted");

  const reader = await open(
    { locale: "ro", javaScriptEnabled: true },
    { viewport: { width: 320, height: 720 } },
  );
  await reader.go(paths.invitation({ token: await insertInvitation(site) }));
  await expectAccessible(reader.page);
  await reader.page.locator('[name="county"]').selectOption("cj");
  await reader.fill("price", "90");
  await reader.fill("birth_date", "1.9.1979");
  await reader.fill("password", "tabla-neagra-si-creta-alba");
  await reader.page.locator('[name="terms"]').check();
  await pressFor(reader, "invitations.page.claim", "listings.done.pending");

  const owner = await insert.teacher();
  const unsubscription = { kind: "news", id: owner.id } as const;
  await guest.go(paths.unsubscribe({ token: createUnsubscribeToken(ctx, unsubscription) }));
  await pressFor(guest, "alerts.unsubscribe.submit", "alerts.unsubscribe.doneHeading");

  const { id, ownerId, expiresTs } = await insert.listing(owner);
  const renewal = createRenewalToken(ctx, { id, ownerId, email: owner.email, expiresTs: expiresTs ?? 0 });
  await guest.go(paths.renewByLink(id, { token: renewal }));
  await pressFor(guest, "listings.renewal.confirm", "listings.renewal.doneHeading");

  await guest.go(paths.resetPassword({ token: await insertToken(site, insert, "reset_password") }));
  await guest.fill("password", "tabla-neagra-si-creta-alba");
  await pressFor(guest, "accounts.reset.save", "accounts.reset.doneHeading");
  await guest.go(paths.changeEmail({ token: await insertToken(site, insert, "change_email") }));
  await pressFor(guest, "accounts.changeEmail.notMe.submit", "accounts.changeEmail.notMe.done");
  await guest.go(paths.reactivate({ token: await insertToken(site, insert, "reactivate") }));
  await pressFor(guest, "accounts.reactivate.confirm", "accounts.reactivate.doneHeading");
});

/** An alert that waits for confirmation; returns the token of its link. */
async function insertAlert({ db }: Site): Promise<string> {
  const [id, email, now] = [newId(), newEmail(), Date.now()];
  const [filters] = await db
    .insert(alertFilters)
    .values({ query: `q=${id}` })
    .returning();
  await db.insert(alerts).values({
    id,
    filtersId: filters?.id ?? 0,
    email,
    locale: "en",
    frequency: "daily",
    createdTs: now,
    nextDigestTs: now + DAY_MS,
    sentSeq: 0,
    openedTs: now,
  });
  return createAlertToken(ctx, { id, email });
}

/** The token of a link that was mailed to a new account. */
async function insertToken(
  { db }: Site,
  insert: TestFixtures["insert"],
  purpose: "reset_password" | "change_email" | "reactivate",
): Promise<string> {
  const isClosed = purpose === "reactivate";
  const user = await insert.user(isClosed ? { disabledTs: Date.now(), disabledBy: "self" } : {});
  const email = purpose === "change_email" ? newEmail() : null;
  const { token, statement } = issueToken(
    { db, now: Date.now(), newSecret: () => newId() + newId() },
    purpose,
    user.id,
    email,
  );
  await db.batch([statement]);
  return token;
}
