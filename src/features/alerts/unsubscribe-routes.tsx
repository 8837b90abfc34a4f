import { type Context, Hono } from "hono";
import { parseUnsubscribeToken, type Unsubscription } from "@/auth/unsubscribe-token";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { findMediaType, readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { NOTIFICATION_KINDS } from "@/shared/codes";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { unsubscribe } from "./unsubscribe";

/** The page of the link "Unsubscribe" in mails. Works without signing in. */
export const unsubscribeRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Opening the page changes nothing, because mail programs open links automatically. */
unsubscribeRoutes.get(paths.unsubscribe(), (c) => {
  const token = c.req.query("token") ?? "";
  const unsubscription = parseUnsubscribeToken(c.var.ctx, token);
  // Parents also report, and start the copies again.
  if (unsubscription?.kind === "parent_copies")
    return seeOther(c, paths.parentCopies(unsubscription.id, { token }));
  return unsubscription
    ? renderUnsubscribePage(c, { step: "ask", kind: unsubscription.kind, token })
    : renderUnsubscribePage(c, { step: "refused" });
});

/** The page's button, or a mail program's (RFC 8058), which sends the token in the URL and must get no redirect. */
unsubscribeRoutes.post(paths.unsubscribe(), async (c) => {
  const form = findMediaType(c) === null ? null : await readForm(c);
  const token = form?.text("token") || c.req.query("token") || "";
  const result = await unsubscribe(c.var.ctx, token);
  return renderUnsubscribePage(
    c,
    result.ok ? { step: "done", kind: result.value.kind } : { step: "refused" },
  );
});

const isNotificationKind = (kind: string) => NOTIFICATION_KINDS.some((known) => known === kind);

type UnsubscribeView =
  | { step: "ask"; kind: Unsubscription["kind"]; token: string }
  | { step: "done"; kind: Unsubscription["kind"] }
  | { step: "refused" };

function renderUnsubscribePage(c: C, view: UnsubscribeView) {
  const status = view.step === "refused" ? ERROR_STATUS.malformed : 200;
  const head = { title: c.var.ctx.t("alerts.unsubscribe.title"), secret: true };
  return renderPage(c, head, <UnsubscribePage view={view} />, status);
}

function UnsubscribePage({ view }: { view: UnsubscribeView }) {
  const { t, url } = usePage();
  if (view.step === "ask") {
    return (
      <MessagePage heading={t("alerts.unsubscribe.askHeading")}>
        <p>{t(`alerts.unsubscribe.ask.${view.kind}`)}</p>
        <div className="row">
          <ActionButton action={url(paths.unsubscribe())} fields={{ token: view.token }}>
            {t("alerts.unsubscribe.submit")}
          </ActionButton>
        </div>
      </MessagePage>
    );
  }
  if (view.step === "refused") {
    return (
      <MessagePage heading={t("alerts.unsubscribe.refusedHeading")}>
        <Notice tone="danger" live>
          <p>{t("alerts.unsubscribe.refused")}</p>
        </Notice>
      </MessagePage>
    );
  }
  return (
    <MessagePage heading={t("alerts.unsubscribe.doneHeading")}>
      <Notice tone="success" live>
        <p>{t(`alerts.unsubscribe.done.${view.kind}`)}</p>
      </Notice>
      <div className="row">
        {isNotificationKind(view.kind) ? (
          <LinkButton href={url(paths.notifications())} variant="secondary">
            {t("alerts.unsubscribe.settings")}
          </LinkButton>
        ) : (
          <LinkButton href={url(paths.listings())} variant="secondary">
            {t("general.nav.find")}
          </LinkButton>
        )}
      </div>
    </MessagePage>
  );
}
