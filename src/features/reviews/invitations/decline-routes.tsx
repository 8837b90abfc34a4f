import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { findMediaType, idParam, readForm } from "@/http/requests";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { declineInvitations } from "./decline-invitations";
import { isDeclineToken } from "./decline-token";

/** The page of the link "Don't ask me again" in invitations to review. Works without signing in. */
export const declineRoutes = new Hono<AppEnv>();
const PATH = paths.enquiryReviewAction(":id", "decline");

/** Opening the page changes nothing, because mail programs open links automatically. */
declineRoutes.get(PATH, (c) => {
  const id = idParam(c);
  const token = c.req.query("token") ?? "";
  return isDeclineToken(c.var.ctx, id, token)
    ? renderDeclinePage(c, { step: "confirm", id, token })
    : renderDeclinePage(c, { step: "refused" });
});

/**
 * The page's button, or a mail program's (RFC 8058), which sends the token in the URL and must get no redirect.
 */
declineRoutes.post(PATH, async (c) => {
  const form = findMediaType(c) === null ? null : await readForm(c);
  const token = form?.text("token") || c.req.query("token") || "";
  const declined = await declineInvitations(c.var.ctx, idParam(c), token);
  return renderDeclinePage(c, { step: declined.ok ? "done" : "refused" });
});

type DeclineView = { step: "confirm"; id: string; token: string } | { step: "done" | "refused" };

function renderDeclinePage(c: Context<AppEnv>, view: DeclineView) {
  const status = view.step === "refused" ? ERROR_STATUS.malformed : 200;
  const head = { title: c.var.ctx.t("reviews.decline.title"), secret: true };
  return renderPage(c, head, <DeclinePage view={view} />, status);
}

function DeclinePage({ view }: { view: DeclineView }) {
  const { t, url } = usePage();
  if (view.step === "confirm") {
    return (
      <MessagePage heading={t("reviews.decline.heading")}>
        <p>{t("reviews.decline.text")}</p>
        <div className="row">
          <ActionButton
            action={url(paths.enquiryReviewAction(view.id, "decline"))}
            fields={{ token: view.token }}
          >
            {t("reviews.decline.confirm")}
          </ActionButton>
        </div>
      </MessagePage>
    );
  }
  return (
    <MessagePage heading={t(`reviews.decline.${view.step}Heading`)}>
      <Notice tone={view.step === "done" ? "success" : "danger"} live>
        <p>{t(`reviews.decline.${view.step}`)}</p>
      </Notice>
    </MessagePage>
  );
}
