import { toSavedSearchQuery } from "@/features/search";
import { ALERT_FREQUENCIES } from "@/shared/codes";
import { paths, withQuery } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { ActionButton, LinkButton } from "@/ui/button";
import {
  AppCheckField,
  CheckedEmailField,
  type FormErrors,
  PostForm,
  RadioGroup,
  SubmitButton,
} from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { formatAlertFilters } from "../format-alert-filters";

export type AlertFormValues = { filters: SearchFilters; email: string; frequency: string };

type AlertFormPageProps = {
  values: AlertFormValues;
  errors?: FormErrors;
  /** The refusal as text, if it does not concern a field. */
  message?: string | null;
};

/** The form of an alert without an account: asks for the address, and shows why a form was refused. */
export function AlertFormPage({ values, errors = {}, message = null }: AlertFormPageProps) {
  const { t, url } = usePage();
  const { filters, email, frequency } = values;
  const list = paths.listings(toSavedSearchQuery(filters));
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("alerts.form.heading")}</h1>
        <p className="page-head__lead">{formatAlertFilters(t, filters)}</p>
        <p>
          <a href={url(list)}>{t("alerts.form.changeFilters")}</a>
        </p>
      </header>
      <PostForm
        action={paths.alerts()}
        errors={errors}
        message={message}
        labels={{ email: t("general.fields.email"), frequency: t("alerts.form.frequency") }}
      >
        <input type="hidden" name="filters" value={toFiltersField(filters)} />
        <CheckedEmailField
          name="email"
          label={t("general.fields.email")}
          help={t("alerts.form.emailHelp")}
          value={email}
          error={errors.email}
        />
        <RadioGroup
          name="frequency"
          label={t("alerts.form.frequency")}
          options={ALERT_FREQUENCIES.map((code) => ({ value: code, label: t(`alerts.when.${code}`) }))}
          value={frequency || ALERT_FREQUENCIES[0]}
          error={errors.frequency}
        />
        <AppCheckField />
        <div className="form__actions">
          <SubmitButton>{t("alerts.form.submit")}</SubmitButton>
        </div>
        <p className="small muted">
          {t("alerts.form.privacy")} <a href={url(paths.privacy())}>{t("alerts.form.privacyLink")}</a>
        </p>
      </PostForm>
      <p className="section">
        {t("alerts.form.account")} <a href={url(paths.signIn({ next: list }))}>{t("general.nav.signIn")}</a>
      </p>
    </div>
  );
}

/** The filters as a form field: the query of their list. */
const toFiltersField = (filters: SearchFilters) => withQuery("", toSavedSearchQuery(filters)).slice(1);

/**
 * Asks a guest to open the confirmation mail, and leads back to the form for another address. The same for every
 * address.
 */
export function CheckAlertMailboxPage({
  values: { email, filters, frequency },
}: {
  values: AlertFormValues;
}) {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("alerts.mailbox.heading")}>
      <Notice tone="success" live>
        <p>{t("alerts.mailbox.text", { email })}</p>
      </Notice>
      <p className="muted">{t("alerts.mailbox.noMail")}</p>
      <div className="row">
        <LinkButton href={url(paths.listings(toSavedSearchQuery(filters)))} variant="secondary">
          {t("alerts.mailbox.back")}
        </LinkButton>
        {/* Without an address, this shows the form. */}
        <ActionButton
          action={url(paths.alerts())}
          fields={{ filters: toFiltersField(filters), frequency }}
          variant="quiet"
        >
          {t("alerts.mailbox.wrongAddress")}
        </ActionButton>
      </div>
    </MessagePage>
  );
}
