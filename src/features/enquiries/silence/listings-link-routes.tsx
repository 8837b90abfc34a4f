import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import {
  changeByListingsLink,
  findByListingsLink,
  LISTINGS_ACTIONS,
  type ListingsAction,
} from "./listings-link";

/** The links of the mails about unanswered messages: pausing and resuming all listings. Opening them changes nothing. */
export const listingsLinkRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;
type Step = "ask" | "done" | "nothing" | "refused";

for (const action of LISTINGS_ACTIONS) {
  listingsLinkRoutes.get(paths.changeListings(action), async (c) => {
    const token = c.req.query("token") ?? "";
    const found = await findByListingsLink(c.var.ctx, action, token);
    return render(c, action, found ? (found.count > 0 ? "ask" : "nothing") : "refused", token);
  });
  listingsLinkRoutes.post(paths.changeListings(action), async (c) => {
    const token = (await readForm(c)).text("token");
    const result = await changeByListingsLink(c.var.ctx, action, token);
    return render(c, action, result.ok ? (result.value.isChanged ? "done" : "nothing") : "refused", token);
  });
}

const TONES = { done: "success", nothing: "info", refused: "danger" } as const;

function render(c: C, action: ListingsAction, step: Step, token: string) {
  const head = { title: c.var.ctx.t(`enquiries.silence.${action}.title`), secret: true };
  const page = <ListingsLinkPage action={action} step={step} token={token} />;
  return renderPage(c, head, page, step === "refused" ? ERROR_STATUS.malformed : 200);
}

function ListingsLinkPage({ action, step, token }: { action: ListingsAction; step: Step; token: string }) {
  const { t, url } = usePage();
  const texts = `enquiries.silence.${action}`;
  return (
    <MessagePage heading={t(step === "refused" ? "enquiries.link.invalidHeading" : `${texts}.title`)}>
      {step === "ask" ? (
        <p>{t(`${texts}.ask`)}</p>
      ) : (
        <Notice tone={TONES[step]} live>
          <p>{t(step === "refused" ? "enquiries.silence.invalid" : `${texts}.${step}`)}</p>
        </Notice>
      )}
      <div className="row">
        {step === "ask" ? (
          <ActionButton action={url(paths.changeListings(action))} fields={{ token }}>
            {t(`${texts}.button`)}
          </ActionButton>
        ) : null}
        <LinkButton href={url(paths.inbox({ box: "waiting" }))} variant="secondary">
          {t("enquiries.silence.answer")}
        </LinkButton>
        <LinkButton href={url(paths.ownListings())} variant="quiet">
          {t("general.nav.myListings")}
        </LinkButton>
      </div>
    </MessagePage>
  );
}
