import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { findVisibleListing } from "@/features/listings";
import { seeOther } from "@/http/answers";
import { type FormFields, readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ShortPage } from "@/ui/short-page";
import { teacherName } from "../names";
import { findEarlierEnquiry } from "../queries";
import { EnquirePage, type EnquiryValues, SIGN_IN_INSTEAD } from "./enquiry-form";
import { sendEnquiry } from "./send-enquiry";
import { sendGuestEnquiry } from "./send-guest-enquiry";
import { type FailedEnquiry, shownAgain, signedOutPage } from "./signed-out-page";

/** Writing to the teacher of a listing, with an account or as a guest. */
export const enquireRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

enquireRoutes.get(paths.enquire(":id"), (c) => enquirePage(c, idParam(c)));

/** From another site, the app would send the message in the visitor's name. */
enquireRoutes.post(paths.enquire(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const listingId = idParam(c);
  const { ctx } = c.var;
  const form = await readForm(c);
  const typed = { message: form.text("message"), name: form.text("name"), email: form.text("email") };
  if (!ctx.user) return guestsForm(c, listingId, form, typed);
  const result = await sendEnquiry(ctx, listingId, { message: typed.message, once: form.text("once") });
  if (result.ok) return seeOther(c, paths.enquiry(result.value.id, { done: "sent" }));
  return enquirePage(c, listingId, { refusal: result.refusal, typed });
});

/** Handles a form without a session: from a guest, or from a user whose session ended. */
async function guestsForm(c: C, listingId: string, form: FormFields, typed: Required<EnquiryValues>) {
  const { ctx } = c.var;
  const wanted = form.text("intent") === SIGN_IN_INSTEAD;
  if (wanted || !form.has("email")) {
    const { message } = typed;
    return signedOutPage(c, { action: paths.enquire(listingId), message, once: form.text("once"), wanted });
  }
  const result = await sendGuestEnquiry(ctx, listingId, { ...typed, appCheck: form.text(APP_CHECK_FIELD) });
  if (!result.ok) return enquirePage(c, listingId, { refusal: result.refusal, typed });
  const head = { title: ctx.t("enquiries.mailbox.heading"), noindex: true };
  return renderPage(c, head, <MailboxPage email={result.value.email} listingId={listingId} />, 202);
}

async function enquirePage(c: C, listingId: string, failed?: FailedEnquiry) {
  const { ctx } = c.var;
  const listing = await findVisibleListing(ctx, listingId);
  if (!listing) throw new Refused({ code: "not_found" });
  // Owners cannot write to their own listing.
  if (listing.ownerId === ctx.user?.id) throw new Refused({ code: "forbidden", reason: "own_listing" });
  const earlier = failed ? null : await findEarlierEnquiry(ctx, listingId);
  const head = {
    title: ctx.t("enquiries.form.title"),
    canonical: paths.listing(listingId),
    noindex: true,
    appCheck: ctx.user === null,
  };
  return renderPage(
    c,
    head,
    <EnquirePage
      listing={{ title: listing.title, teacher: teacherName(listing.owner) }}
      listingId={listingId}
      {...(ctx.user ? { once: ctx.newId() } : {})}
      earlier={earlier}
      {...shownAgain(c, failed)}
    />,
    failed ? ERROR_STATUS[failed.refusal.code] : 200,
  );
}

/** After a guest has written: one thing is left to do, in their mailbox. The same for every address. */
export function MailboxPage({ email, listingId }: { email: string; listingId: string }) {
  const { t, url } = usePage();
  return (
    <ShortPage heading={t("enquiries.mailbox.heading")}>
      <Notice tone="success" live>
        <p>{t("enquiries.mailbox.text", { email })}</p>
      </Notice>
      <p>{t("enquiries.mailbox.next")}</p>
      <p className="muted">{t("enquiries.mailbox.noMail")}</p>
      <div className="row">
        <LinkButton href={url(paths.listing(listingId))} variant="secondary">
          {t("enquiries.mailbox.back")}
        </LinkButton>
      </div>
    </ShortPage>
  );
}
