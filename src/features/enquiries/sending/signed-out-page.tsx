import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { whatIsWrong } from "@/http/tell-refusal";
import { type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { EnquiryValues } from "./enquiry-form";

export type EnquirySignedOutPageProps = {
  /** Where the form was sent, and is sent again. */
  action: string;
  message: string;
  once?: string;
  /** Whether the sender chose to sign in; false when the session ended. */
  wanted?: boolean;
};

/** Keeps the typed message until its sender has signed in. */
export function EnquirySignedOutPage({ action, message, once, wanted }: EnquirySignedOutPageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <h1>{t(wanted ? "enquiries.signedOut.wanted" : "enquiries.signedOut.title")}</h1>
      <form method="post" action={url(action)} className="form">
        <Notice tone={wanted ? "info" : "warning"}>
          <p>
            {t("enquiries.signedOut.text")}{" "}
            <a href={url(paths.signIn())} target="_blank" rel="noopener">
              {t("enquiries.signedOut.signIn")}
            </a>
          </p>
        </Notice>
        {once ? <input type="hidden" name="once" value={once} /> : null}
        <TextArea
          name="message"
          label={t("enquiries.form.message")}
          value={message}
          maxLength={MESSAGE_LENGTH}
          rows={6}
        />
        <div className="form__actions">
          <SubmitButton>{t("enquiries.form.send")}</SubmitButton>
        </div>
      </form>
    </div>
  );
}

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
