import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { reportListing } from "@/features/moderation";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { getOrThrow, type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { setBlock, setBlockStatements } from "../blocks";
import { getOtherSide } from "../names";
import { isParentTold, queueReportedMailStatements } from "../parent-copies";
import { type EnquiryView, findEnquiryForReader } from "../queries";
import { ConversationReportPage, type ConversationReportPageProps } from "./conversation-report-page";

/** Either side reports a conversation, and blocks the other. */
export const conversationReportRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

conversationReportRoutes.get(paths.reportEnquiry(":id"), async (c) => {
  const token = c.req.query("token");
  const enquiry = await findReportable(c, token);
  const reason = c.req.query("reason") ?? "";
  const block = enquiry.hasBlocked ? null : false;
  return renderReport(c, enquiry, { token, typed: { reason, text: "", good_faith: false, block } });
});

conversationReportRoutes.post(paths.reportEnquiry(":id"), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const token = form.text("token") || undefined;
  const enquiry = await findReportable(c, token);
  const typed = {
    reason: form.text("reason"),
    text: form.text("text"),
    good_faith: form.has("good_faith"),
    block: enquiry.hasBlocked ? null : form.has("block"),
  };
  // A block cancels the lesson.
  const after = typed.block ? { ...enquiry, nextLessonTs: null } : enquiry;
  const result = await reportListing(ctx, enquiry.listing.id, typed, {
    id: enquiry.id,
    reportedSide: getOtherSide(enquiry.side),
    guest:
      enquiry.side === "teacher" || enquiry.guestEmail === null
        ? null
        : { name: enquiry.names.learner, email: enquiry.guestEmail },
    ...toNext(after),
    readPath: paths.enquiry(enquiry.id, { token }),
    furtherStatements: (guard) => [
      ...(typed.block ? setBlockStatements(ctx, enquiry, true, guard) : []),
      ...queueReportedMailStatements(ctx, after),
    ],
  });
  if (!result.ok) return renderReport(c, enquiry, { token, typed }, result.refusal);
  return seeOther(c, paths.enquiry(enquiry.id, { token, done: "reported" }));
});

conversationReportRoutes.post(paths.enquiryBlock(":id"), async (c) => {
  const form = await readForm(c);
  const token = form.text("token") || undefined;
  const enquiry = await findParticipantEnquiry(c, token);
  const isBlocked = form.text("blocked") !== "";
  getOrThrow(await setBlock(c.var.ctx, enquiry, isBlocked));
  return seeOther(c, paths.enquiry(enquiry.id, { token, done: isBlocked ? "blocked" : "unblocked" }));
});

/** What the receipt of a danger says. */
const toNext = ({ side, isLearnerUnder18, nextLessonTs }: EnquiryView) => ({
  teacherWaits: side === "learner" && isLearnerUnder18,
  lessonTs: side === "learner" ? nextLessonTs : null,
});

async function findParticipantEnquiry(c: C, token: string | undefined) {
  const enquiry = await findEnquiryForReader(c.var.ctx, idParam(c), token);
  if (!enquiry || enquiry.isUnconfirmed) throw new Refused({ code: "not_found" });
  return enquiry;
}

/** The enquiry of a reader, while the other side and the listing are still stored. */
async function findReportable(c: C, token: string | undefined) {
  const enquiry = await findParticipantEnquiry(c, token);
  if (!enquiry.hasBothSides || !enquiry.listing) throw new Refused({ code: "not_found" });
  return { ...enquiry, listing: enquiry.listing };
}

function renderReport(
  c: C,
  enquiry: EnquiryView,
  form: Pick<ConversationReportPageProps, "token" | "typed">,
  refusal?: Refusal,
) {
  const { id, names, side } = enquiry;
  const { teacherWaits, lessonTs } = toNext(enquiry);
  const head = {
    title: c.var.ctx.t("enquiries.report.title"),
    noindex: true,
    secret: form.token !== undefined,
  };
  const page = (
    <ConversationReportPage
      action={paths.reportEnquiry(id)}
      back={paths.enquiry(id, { token: form.token })}
      name={names[getOtherSide(side)]}
      reportedSide={getOtherSide(side)}
      isToParent={false}
      teacherWaits={teacherWaits}
      nextLessonTs={lessonTs}
      isParentTold={isParentTold(enquiry)}
      {...form}
      {...explainFormRefusal(c, refusal)}
    />
  );
  return renderPage(c, head, page, toFormStatus(refusal));
}
