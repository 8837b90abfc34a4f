import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { whatIsWrong } from "@/http/tell-refusal";
import { type Refusal, Refused } from "@/shared/errors";
import type { EnquiryValues } from "./enquiry-form";
import { EnquirySignedOutPage, type EnquirySignedOutPageProps } from "./signed-out-page";

/** A refused form: the reason and the typed values. */
export type FailedEnquiry = { refusal: Refusal; typed: EnquiryValues };

/** Shows a refused form with its values; sets Retry-After if a retry can succeed. */
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
