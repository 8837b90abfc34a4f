import { REPORT_REASONS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { ListingBreadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { type FormErrors, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { DangerNotice, ReportFields, type TypedReport } from "./report-fields";

export type ReportView = {
  listing: { id: string; title: string };
  typed: TypedReport;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

/** The form to report a listing; works without an account. */
export function ReportPage({ view: { listing, typed, errors, message } }: { view: ReportView }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <ListingBreadcrumbs listing={listing} current={t("moderation.reports.form.title")} />
      <header className="page-head">
        <h1>{t("moderation.reports.form.title")}</h1>
        <p className="page-head__lead">{listing.title}</p>
      </header>
      <form method="post" action={url(paths.reportListing(listing.id))} className="form" noValidate>
        <ReportFields
          reasons={REPORT_REASONS.map((value) => ({
            value,
            label: t(`moderation.reports.reasons.${value}`),
            hint: t(`moderation.reports.hints.${value}`),
          }))}
          textHelp={t("moderation.reports.form.textHelp")}
          typed={typed}
          errors={errors}
          message={message}
        />
        <p className="small muted">
          {t("moderation.reports.form.privacy")}{" "}
          <a href={url(paths.privacy())}>{t("moderation.reports.form.privacyLink")}</a>
        </p>
        <div className="form__actions">
          <SubmitButton>{t("moderation.reports.form.send")}</SubmitButton>
        </div>
      </form>
    </div>
  );
}

/** Shown after the report was sent. The listing may be gone when an admin reads it. */
export function ReportedPage({ listingId }: { listingId: string }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>{t("moderation.reports.done.title")}</h1>
        <Notice tone="success" live>
          <p>{t("moderation.reports.done.text")}</p>
        </Notice>
        <DangerNotice />
        <div className="row">
          <LinkButton href={url(paths.listings())} variant="secondary">
            {t("general.nav.find")}
          </LinkButton>
          <LinkButton href={url(paths.listing(listingId))} variant="secondary">
            {t("moderation.reports.done.back")}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
