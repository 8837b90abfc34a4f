import { Hono } from "hono";
import { requireAdmin, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { refusalAnswer } from "@/http/errors";
import { renderPage } from "@/http/render";
import { streamText } from "@/http/stream-text";
import { addDays, dayOf, readTypedDay, startOfDay } from "@/shared/dates";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { periodSchema } from "@/shared/schemas/analytics";
import { check } from "@/shared/schemas/field-errors";
import { slug } from "@/shared/text";
import { PaperPage } from "./paper-page";
import { papersCsv } from "./papers-csv";
import { findVisiblePaper, papersBetween, papersOf } from "./queries";

export const receiptRoutes = new Hono<AppEnv>();

receiptRoutes.get(paths.paper(":number"), async (c) => {
  const { ctx } = c.var;
  const number = numberParam(c.req.param("number"));
  requireUser(ctx);
  const paper = await findVisiblePaper(ctx, number);
  if (!paper) throw new Refused({ code: "not_found" });
  const others = (await papersOf(ctx, [paper.orderId])).get(paper.orderId) ?? [];
  const title = `${ctx.t(`receipts.kinds.${paper.kind}`)} ${paper.label}`;
  return renderPage(
    c,
    { title, noindex: true },
    <PaperPage paper={paper} others={others.filter((other) => other.number !== number)} />,
  );
});

receiptRoutes.get(paths.adminPapersCsv(), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const typed = (name: string) => {
    const text = c.req.query(name);
    return text === undefined ? undefined : (readTypedDay(text, ctx.locale) ?? text);
  };
  const period = check(periodSchema(dayOf(ctx.now)), { from: typed("from"), to: typed("to") });
  if (!period.ok) return refusalAnswer(c, period.refusal);
  const { from, to } = period.value;
  const papers = papersBetween(ctx, startOfDay(from), startOfDay(addDays(to, 1)));
  const name = [slug(ctx.config.SITE_NAME), slug(ctx.t("receipts.csv.file")), from, to]
    .filter(Boolean)
    .join("-");
  return c.body(await streamText(papersCsv(ctx.t, papers), ctx.log, "papers_csv_broken"), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
    "cache-control": "private, no-store",
  });
});

/** @throws Refused `not_found` for what can't be a paper's number. */
function numberParam(text = ""): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Refused({ code: "not_found", reason: "route_validation" });
  return Number(text);
}
