import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { asksAboutMessage, findMessageHint, HINT_FIELD, readLearnerValues } from "@/features/enquiries";
import { getUsualPrice } from "@/features/prices";
import { loadComparison } from "@/features/shortlist";
import { renderPage } from "@/http/render";
import { renderSignedOut } from "@/http/render-signed-out";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { removeContactText } from "@/shared/contact-data";
import { type Refusal, Refused } from "@/shared/errors";
import { formatRequest } from "@/shared/format-request";
import { explainUsualPrice } from "@/shared/format-usual-price";
import { localizePath } from "@/shared/i18n/locales";
import { findIdentifyingTexts } from "@/shared/identifying-text";
import { ID_PATTERN } from "@/shared/ids";
import { parseVersion } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { REQUEST_OPEN_MS } from "@/shared/request-limits";
import { FULL_ANSWER_LENGTH } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { requestSchema } from "@/shared/schemas/request";
import { MessagePage } from "@/ui/message-page";
import { answerRequest } from "../answers/answer-request";
import { closeRequest } from "../close-request";
import { createRequest } from "../create/create-request";
import { editRequest, isEditable } from "../create/edit-request";
import { findAuthorRefusal } from "../create/find-author-refusal";
import { deleteRequest } from "../delete-request";
import {
  findRequest,
  hasListingFor,
  isAuthorMinor,
  listAnsweredRequests,
  listAnswers,
  listFittingListings,
  listFittingRequests,
  listMismatches,
  listOwnRequests,
} from "../queries";
import { findAudience } from "./find-audience";
import { FittingRequestPage, type FittingRequestPageProps, GoneRequestPage } from "./fitting-request-page";
import { OwnRequestPage, REQUEST_DONE } from "./own-request-page";
import {
  RequestFormPage,
  type RequestFormPageProps,
  RequestIntroductionPage,
  UPDATE_INTENT,
} from "./request-form-page";
import { fillFromRequest, fillFromSearch, type RequestValues, toRequestInput } from "./request-values";
import { REQUEST_BOXES, RequestsPage } from "./requests-page";

/** The pages of requests for learners and teachers. None is indexed; a request's page is only for those who may see it. */
export const requestRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

requestRoutes.get(paths.createRequest(), async (c) => {
  const { ctx } = c.var;
  if (!ctx.user) {
    const head = { title: ctx.t("requests.form.heading"), noindex: true };
    return renderPage(c, head, <RequestIntroductionPage />);
  }
  const from = c.req.query("from") ?? "";
  const earlier = ID_PATTERN.test(from) ? await findRequest(ctx, from) : null;
  const filled =
    earlier?.role === "author"
      ? { values: fillFromRequest(earlier.request) }
      : await fillFromSearch(ctx, new URL(c.req.url).searchParams);
  return renderForm(c, filled);
});

/** From another site, the form would be sent in the visitor's name after the sign-in. */
requestRoutes.post(paths.createRequest(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  if (!ctx.user) return renderSignedOut(c, paths.createRequest(), form.values());
  const values = readRequestValues(form);
  if (form.text("intent") === UPDATE_INTENT) return renderForm(c, { values });
  const identifying = findTextsToAsk(form);
  if (identifying.length > 0) return renderForm(c, { values, identifying }, findInputRefusal(values));
  const result = await createRequest(ctx, { ...toRequestInput(values), once: form.text("once") });
  return result.ok
    ? seeOther(c, paths.request(result.value.id, { done: "created" }))
    : renderForm(c, { values }, result.refusal);
});

requestRoutes.get(paths.requestAction(":id", "edit"), async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const id = idParam(c);
  const found = await findRequest(ctx, id);
  if (found?.role !== "author") throw new Refused({ code: "not_found" });
  if (!isEditable(found.request)) return c.redirect(localizePath(ctx.locale, paths.request(id)), 302);
  return renderForm(c, { values: fillFromRequest(found.request), edited: found.request });
});

requestRoutes.post(paths.requestAction(":id", "edit"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  if (!ctx.user) return renderSignedOut(c, paths.requestAction(id, "edit"), form.values());
  const values = readRequestValues(form);
  const isUpdate = form.text("intent") === UPDATE_INTENT;
  const identifying = isUpdate ? [] : findTextsToAsk(form);
  const target = { id, version: parseVersion(form.text("version")) };
  const isAsking = isUpdate || identifying.length > 0;
  const result = isAsking ? null : await editRequest(ctx, target, toRequestInput(values));
  if (result?.ok) return seeOther(c, paths.request(id, { done: "edited" }));
  const found = await findRequest(ctx, id);
  if (found?.role !== "author") throw new Refused({ code: "not_found" });
  if (!result) {
    const edited = { ...found.request, version: target.version };
    return renderForm(c, { values, edited, identifying }, isUpdate ? undefined : findInputRefusal(values));
  }
  const isStale = result.refusal.reason === "datastale";
  // Sent again, the form replaces what it shows as stored.
  return renderForm(c, { values, edited: found.request, isStale }, result.refusal);
});

/** What in the text the form asks about once before it is sent, if it has not asked about all of it. */
function findTextsToAsk(form: FormFields): string[] {
  const found = form.has(HINT_FIELD) ? findIdentifyingTexts(form.text("text")) : [];
  const asked = form.all(HINT_FIELD);
  return found.every((text) => asked.includes(text)) ? [] : found;
}

/** What is wrong with the fields, which the form says together with its question. */
function findInputRefusal(values: RequestValues): Refusal | undefined {
  const checked = validate(requestSchema, toRequestInput(values));
  return checked.ok ? undefined : checked.refusal;
}

const readRequestValues = (form: FormFields): RequestValues => ({
  subject: form.text("subject"),
  level: form.text("level"),
  county: form.text("county"),
  online: form.has("online"),
  availability: form.all("availability"),
  max_price: form.decimal("max_price"),
  text: form.text("text"),
  ...readLearnerValues(form),
});

/** The form of a new request or of one that waits for an admin or was rejected, or why the account may not send one. */
async function renderForm(
  c: C,
  {
    values,
    otherFilters = [],
    edited = null,
    isStale = false,
    identifying = [],
  }: { values: RequestValues; otherFilters?: string[] } & Partial<
    Pick<RequestFormPageProps, "edited" | "isStale" | "identifying">
  >,
  refusal?: Refusal,
) {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const head = { title: ctx.t(`requests.form.${edited ? "editHeading" : "heading"}`), noindex: true };
  if (findAuthorRefusal(ctx, user) === "under_16") {
    const page = (
      <MessagePage heading={ctx.t("requests.form.heading")}>
        <p>{ctx.t("general.refusals.under_16")}</p>
      </MessagePage>
    );
    return renderPage(c, head, page, toFormStatus(refusal));
  }
  const subject = SUBJECTS.find((code) => code === values.subject) ?? null;
  const level = LEVELS.find((code) => code === values.level);
  const county = COUNTY_CODES.find((code) => code === values.county) ?? null;
  const [{ rows }, audience, usualPrice] = await Promise.all([
    listOwnRequests(ctx, user.id, {}),
    subject && findAudience(ctx, { subject, level, county, online: null }, "pending"),
    subject && level ? getUsualPrice(ctx.db, { subject, level, county }) : null,
  ]);
  const page = (
    <RequestFormPage
      audience={audience}
      usualPrice={
        subject && level && usualPrice
          ? explainUsualPrice(ctx.t, usualPrice, { subject, county }, [level])
          : null
      }
      submissionId={ctx.newId()}
      values={values}
      otherFilters={otherFilters}
      live={rows.filter(({ id, state }) => id !== edited?.id && (state === "pending" || state === "open"))}
      edited={edited}
      isStale={isStale}
      identifying={identifying}
      isReturned={c.req.method === "POST"}
      {...explainFormRefusal(c, refusal)}
    />
  );
  return renderPage(c, head, page, toFormStatus(refusal));
}

requestRoutes.get(paths.requests(), async (c) => {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const cursors = { after: c.req.query("after"), before: c.req.query("before") };
  const box =
    user.role === "u" ? "own" : (REQUEST_BOXES.find((name) => name === c.req.query("box")) ?? "fitting");
  const lists = {
    own: async () => ({ box: "own" as const, requests: await listOwnRequests(ctx, user.id, cursors) }),
    answered: async () => ({
      box: "answered" as const,
      requests: await listAnsweredRequests(ctx, user.id, cursors),
    }),
    fitting: async () => ({
      box: "fitting" as const,
      // They are read in one direction only, so the Back button leads to newer ones.
      requests: { ...(await listFittingRequests(ctx, user, cursors)), previous: null },
    }),
  };
  const head = { title: ctx.t("requests.list.heading"), noindex: true };
  return renderPage(
    c,
    head,
    <RequestsPage {...(await lists[box]())} isDeleted={c.req.query("done") === "deleted"} now={ctx.now} />,
  );
});

requestRoutes.get(paths.request(":id"), (c) => renderRequest(c, idParam(c)));

requestRoutes.post(paths.requestAction(":id", "close"), async (c) => {
  const id = idParam(c);
  const result = await closeRequest(c.var.ctx, id);
  return result.ok
    ? seeOther(c, paths.request(id, { done: "closed" }))
    : renderRequest(c, id, { refusal: result.refusal });
});

requestRoutes.post(paths.requestAction(":id", "delete"), async (c) => {
  const id = idParam(c);
  const result = await deleteRequest(c.var.ctx, id);
  return result.ok
    ? seeOther(c, paths.requests({ box: "own", done: "deleted" }))
    : renderRequest(c, id, { refusal: result.refusal });
});

/** The addresses of forms that were returned, if they are opened again. */
for (const action of ["close", "delete", "answers"] as const)
  requestRoutes.get(paths.requestAction(":id", action), (c) =>
    c.redirect(localizePath(c.var.ctx.locale, paths.request(idParam(c))), 302),
  );

requestRoutes.post(
  paths.requestAction(":id", "answers"),
  routeOptions({ sameOriginOnly: true }),
  async (c) => {
    const { ctx } = c.var;
    const id = idParam(c);
    const form = await readForm(c);
    if (!ctx.user) return renderSignedOut(c, paths.requestAction(id, "answers"), form.values());
    const values = { listing_id: form.text("listing_id"), message: form.text("message") };
    const hint = asksAboutMessage(form) ? await findAnswerHint(ctx, id, values.message) : null;
    if (hint) return renderRequest(c, id, { values, hint });
    const result = await answerRequest(ctx, id, {
      listingId: values.listing_id,
      message: values.message,
      confirmContact: form.has("confirm_contact"),
    });
    return result.ok
      ? seeOther(c, paths.enquiry(result.value.enquiryId, { done: "answered" }))
      : renderRequest(c, id, { refusal: result.refusal, values });
  },
);

/** What the form asks about once; nothing about a text that is refused. Contact data to a learner under 18 is held. */
const findAnswerHint = async (ctx: Ctx, id: string, message: string) =>
  removeContactText(message).length < FULL_ANSWER_LENGTH
    ? null
    : findMessageHint(message, { isMinor: await isAuthorMinor(ctx, id) });

/** What was refused, or asked about once, with the teacher's typed answer. */
type UnsentForm = Partial<Pick<FittingRequestPageProps, "values" | "hint">> & { refusal?: Refusal };

/** A request as the visitor may see it; for all others the same as an unknown id. A typed answer is given back. */
async function renderRequest(c: C, id: string, { refusal, values, hint }: UnsentForm = {}) {
  const { ctx } = c.var;
  const found = await findRequest(ctx, id);
  const isGone = found?.role === "teacher" && found.isGone;
  if (isGone || (!found && values?.message)) {
    const page = (
      <GoneRequestPage
        message={isGone && refusal ? explainRefusal(c, refusal) : null}
        values={values ?? { listing_id: "", message: "" }}
      />
    );
    return renderPage(
      c,
      { title: ctx.t("requests.answer.goneHeading"), noindex: true },
      page,
      isGone && refusal ? toFormStatus(refusal) : 404,
    );
  }
  if (!found || !ctx.user) throw new Refused({ code: "not_found" });
  if (found.role === "admin") return c.redirect(localizePath(ctx.locale, paths.adminRequest(id)), 302);
  const { request } = found;
  const title =
    found.role === "teacher"
      ? formatRequest(ctx.t, request)
      : `${ctx.t(`general.subjects.${request.subject}`)}, ${ctx.t(`general.levels.${request.level}`)}`;
  const { state, openedTs } = request;
  const endTs = state === "open" && openedTs !== null ? openedTs + REQUEST_OPEN_MS : null;
  const head = { title, noindex: true };
  const status = toFormStatus(refusal);
  if (found.role === "teacher") {
    const listings = await listFittingListings(ctx, id, ctx.user.id);
    const page = (
      <FittingRequestPage
        request={request}
        enquiryId={found.enquiryId}
        status={found.status}
        mismatches={listMismatches(request, listings)}
        endTs={endTs}
        listings={listings}
        hint={hint}
        values={values ?? { listing_id: listings[0]?.id ?? "", message: "" }}
        isHeld={refusal?.reason === "contact_data_to_under_18"}
        {...explainFormRefusal(c, refusal, {
          contact_data_to_under_18: "message",
          unsafe_to_under_18: "message",
        })}
      />
    );
    return renderPage(c, head, page, status);
  }
  const isLive = state === "pending" || state === "open";
  const answers = await listAnswers(ctx, id);
  const comparison = await loadComparison(
    ctx,
    answers.flatMap(({ listing }) => listing ?? []),
  );
  // Of a request that was decided or closed since, a reload would not say the truth.
  const doneOfState = { pending: ["created", "edited"], open: ["created"], rejected: [], closed: ["closed"] }[
    state
  ] as readonly string[];
  const sent = refusal ? undefined : REQUEST_DONE.find((done) => done === c.req.query("done"));
  const done = sent && doneOfState.includes(sent) ? sent : null;
  const page = (
    <OwnRequestPage
      request={request}
      answers={answers}
      comparison={comparison}
      hasTeachers={await hasListingFor(ctx, request)}
      audience={request.answerCount === 0 && isLive ? await findAudience(ctx, request, state) : null}
      endTs={endTs}
      done={done}
      refused={refusal ? explainRefusal(c, refusal) : null}
      now={ctx.now}
    />
  );
  return renderPage(c, { ...head, isAfterSending: done === "created" || done === "edited" }, page, status);
}
