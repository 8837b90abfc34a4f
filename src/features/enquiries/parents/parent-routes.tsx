import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { reportListing } from "@/features/moderation";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { STOP_SCOPES } from "../parent-copies";
import type { EnquiryView } from "../queries";
import {
  ConversationReportPage,
  type ConversationReportPageProps,
} from "../threads/conversation-report-page";
import { findParentView, type ParentView } from "./find-parent-view";
import { PARENT_DONE, ParentPage } from "./parent-page";
import { resumeParentCopies } from "./resume-parent-copies";
import { stopParentCopies } from "./stop-parent-copies";

/** The pages for a parent who gets copies of a conversation, by the token of a copy and without signing in. */
export const parentRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

parentRoutes.get(paths.parentCopies(":id"), async (c) => {
  const token = c.req.query("token") ?? "";
  return renderParentPage(c, await findOrThrow(c, token), { token });
});

parentRoutes.post(paths.parentCopies(":id"), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const token = form.text("token");
  const enquiry = await findOrThrow(c, token);
  if (enquiry.isReplaced) return renderParentPage(c, enquiry, { token });
  const scope = STOP_SCOPES.find((known) => known === form.text("stop"));
  if (scope) {
    await stopParentCopies(ctx, enquiry.id, { scope });
    return seeOther(c, paths.parentCopies(enquiry.id, { token, done: "stopped" }));
  }
  if (enquiry.hasEnded) return renderParentPage(c, enquiry, { token });
  const email = form.text("email");
  const result = await resumeParentCopies(ctx, enquiry.id, { email });
  if (!result.ok) return renderParentPage(c, enquiry, { token, email, refusal: result.refusal });
  return seeOther(c, paths.parentCopies(enquiry.id, { token, done: "resumed" }));
});

parentRoutes.get(paths.parentReport(":id"), async (c) => {
  const token = c.req.query("token") ?? "";
  const enquiry = await findReportable(c, token);
  const typed = { reason: "", text: "", good_faith: false, block: null, ...toTypedAddress(enquiry, "") };
  return renderReport(c, enquiry, { token, typed });
});

parentRoutes.post(paths.parentReport(":id"), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const token = form.text("token");
  const enquiry = await findReportable(c, token);
  const typed = {
    reason: form.text("reason"),
    text: form.text("text"),
    good_faith: form.has("good_faith"),
    block: null,
    ...toTypedAddress(enquiry, form.text("email")),
  };
  // The browser may be signed in as the pupil, but the parent reports.
  const result = await reportListing({ ...ctx, user: null }, enquiry.listing.id, typed, {
    id: enquiry.id,
    reportedSide: "teacher",
    teacherWaits: true,
    lessonTs: enquiry.nextLessonTs,
    readPath: enquiry.parentEmail === null ? null : paths.parentCopies(enquiry.id, { token }),
    isByParent: true,
    guest: {
      name: ctx.t(`enquiries.parent.${enquiry.isReplaced ? "replacedReporter" : "reporter"}`, {
        learner: enquiry.names.learner,
      }),
      email: enquiry.parentEmail ?? (form.text("email") || undefined),
    },
  });
  if (!result.ok) return renderReport(c, enquiry, { token, typed }, result.refusal);
  return seeOther(c, paths.parentCopies(enquiry.id, { token, done: "reported" }));
});

async function findOrThrow(c: C, token: string): Promise<ParentView> {
  const enquiry = await findParentView(c.var.ctx, idParam(c), token);
  if (!enquiry) throw new Refused({ code: "not_found" });
  return enquiry;
}

/** The enquiry while its parent can report it, also after the copies were stopped. */
async function findReportable(c: C, token: string) {
  const { listing, ...enquiry } = await findOrThrow(c, token);
  if (enquiry.hasEnded || !listing) throw new Refused({ code: "not_found" });
  return { ...enquiry, listing };
}

/** The field for the address of a parent who stopped the copies or was replaced, which is not stored any more. */
const toTypedAddress = ({ parentEmail }: Pick<ParentView, "parentEmail">, email: string) =>
  parentEmail === null ? { email } : {};

function renderParentPage(
  c: C,
  enquiry: ParentView,
  { token, email = "", refusal }: { token: string; email?: string; refusal?: Refusal },
) {
  const head = { title: c.var.ctx.t("enquiries.parent.title"), secret: true };
  const page = (
    <ParentPage
      enquiry={enquiry}
      token={token}
      email={email}
      done={refusal ? null : (PARENT_DONE.find((done) => done === c.req.query("done")) ?? null)}
      {...explainFormRefusal(c, refusal)}
    />
  );
  return renderPage(c, head, page, toFormStatus(refusal));
}

function renderReport(
  c: C,
  { id, names, nextLessonTs }: Pick<EnquiryView, "id" | "names" | "nextLessonTs">,
  form: Pick<ConversationReportPageProps, "typed"> & { token: string },
  refusal?: Refusal,
) {
  const page = (
    <ConversationReportPage
      action={paths.parentReport(id)}
      back={paths.parentCopies(id, { token: form.token })}
      name={names.teacher}
      reportedSide="teacher"
      isToParent
      teacherWaits
      nextLessonTs={nextLessonTs}
      isParentTold={false}
      {...form}
      {...explainFormRefusal(c, refusal)}
    />
  );
  const head = { title: c.var.ctx.t("enquiries.report.title"), secret: true };
  return renderPage(c, head, page, toFormStatus(refusal));
}
