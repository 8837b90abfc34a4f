import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { PricingDocument } from "./forms";
import { History, Overtaken } from "./history";
import { PackageFields, packageLabels } from "./package-fields";
import type { Values } from "./pricing-form";
import type { VersionChanges } from "./queries";
import { SellerFields, sellerLabels } from "./seller-fields";
import { VatFields, vatLabels } from "./vat-fields";

export type DocumentPageProps = {
  name: PricingDocument;
  version: number;
  values: Values;
  errors?: FormErrors;
  /** Why the form was refused, when it is about no field. */
  message?: string | null;
  /** What others saved while this form was filled in, the newest first. */
  since?: readonly VersionChanges[];
  history: { versions: readonly VersionChanges[]; next: number | null };
};

export type FieldsProps = { values: Values; errors: FormErrors };

const FIELDS: Record<PricingDocument, (props: FieldsProps) => ReactNode> = {
  packages: PackageFields,
  vat: VatFields,
  seller: SellerFields,
};
const LABELS = { packages: packageLabels, vat: vatLabels, seller: sellerLabels };

/** The form of one document, and below it who changed what. */
export function DocumentPage({
  name,
  version,
  values,
  errors = {},
  message,
  since,
  history,
}: DocumentPageProps) {
  const { t, url } = usePage();
  const Fields = FIELDS[name];
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[
          { label: t("admin.home.heading"), href: url(paths.admin()) },
          { label: t("pricing.title"), href: url(paths.adminPricing()) },
        ]}
        current={t(`pricing.${name}.title`)}
      />
      <header className="page-head">
        <h1>{t(`pricing.${name}.title`)}</h1>
        <p className="page-head__lead">{t(`pricing.${name}.lead`)}</p>
      </header>
      <div className="stack stack--loose">
        <ErrorSummary errors={errors} message={message ?? null} labels={LABELS[name](t, values)} />
        {since ? <Overtaken versions={since} /> : null}
        <form
          method="post"
          action={url(paths.adminPricingDocument(name))}
          className="form"
          autoComplete="off"
        >
          <input type="hidden" name="version" value={version} />
          <Fields values={values} errors={errors} />
          <div className="form__actions">
            <SubmitButton>{t("general.words.save")}</SubmitButton>
            <LinkButton variant="quiet" href={url(paths.adminPricing())}>
              {t("general.words.cancel")}
            </LinkButton>
          </div>
        </form>
        <History name={name} history={history} />
      </div>
    </div>
  );
}
