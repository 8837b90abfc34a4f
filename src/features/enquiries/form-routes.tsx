import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { whatIsWrong } from "@/http/tell-refusal";
import { type Refusal, Refused } from "@/shared/errors";
import type { EnquiryValues } from "./enquiry-form";
import { EnquirySignedOutPage, type EnquirySignedOutPageProps } from "./signed-out-page";

/** What a form could not do, as its page shows it again: why, and what was typed. */
export type FailedEnquiry = { refusal: Refusal; typed: EnquiryValues };

/** A form that failed, with what was typed; sets Retry-After where waiting helps. */
export function shownAgain(c: Context<AppEnv>, failed: FailedEnquiry | undefined) {
  if (!failed) return {};
  const { refusal, typed } = failed;
  if (refusal.code === "not_found") throw new Refused(refusal);
  const { errors, message } = whatIsWrong(c, refusal);
  return { values: typed, errors, refused: message };
}

/** Where a message waits for its sender to sign in, who was signed out, or asks to (`wanted`). */
export function signedOutPage(c: Context<AppEnv>, props: EnquirySignedOutPageProps) {
  const title = c.var.ctx.t(props.wanted ? "enquiries.signedOut.wanted" : "enquiries.signedOut.title");
  return renderPage(
    c,
    { title, noindex: true },
    <EnquirySignedOutPage {...props} />,
    props.wanted ? 200 : 401,
  );
}
