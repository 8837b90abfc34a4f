import type { ComponentProps } from "react";
import { paths } from "@/shared/paths";
import { NAME_LENGTH } from "@/shared/schemas/accounts";
import { CONTACT_LENGTH, CONTACT_SUBJECT_LENGTH, type ContactInput } from "@/shared/schemas/contact";
import { LinkButton } from "@/ui/button";
import {
  AppCheckField,
  CheckedEmailField,
  type FormErrors,
  PostForm,
  SubmitButton,
  TextArea,
  TextField,
  useFields,
} from "@/ui/form";
import { Notice } from "@/ui/notice";
import { OperatorDetails } from "@/ui/operator-details";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";

export type ContactView = {
  values: ContactInput;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  operator: ComponentProps<typeof OperatorDetails>;
};

/** The contact form; its page must set `appCheck`. */
export function ContactPage({ view }: { view: ContactView }) {
  const { t } = usePage();
  return (
    <SitePage heading={t("contact.title")} lead={t("contact.lead")}>
      <div className="with-aside">
        <ContactForm view={view} />
        <ContactAlternatives operator={view.operator} />
      </div>
    </SitePage>
  );
}

function ContactForm({ view: { values, errors, message } }: { view: ContactView }) {
  const { t, url } = usePage();
  const { field, labels } = useFields("contact.fields", { values, errors });
  return (
    <PostForm action={paths.contact()} errors={errors} message={message} labels={labels}>
      <TextField {...field("name")} autoComplete="name" maxLength={NAME_LENGTH} />
      <CheckedEmailField {...field("email")} />
      <TextField {...field("subject")} autoComplete="off" maxLength={CONTACT_SUBJECT_LENGTH} />
      <TextArea
        {...field("message")}
        minLength={CONTACT_LENGTH.min}
        maxLength={CONTACT_LENGTH.max}
        rows={9}
      />
      <AppCheckField />
      <div className="form__actions">
        <SubmitButton>{t("contact.send")}</SubmitButton>
      </div>
      <p className="small muted">
        {t("contact.privacy")} <a href={url(paths.privacy())}>{t("contact.privacyLink")}</a>
      </p>
    </PostForm>
  );
}

/** Links for common questions, and who runs the site. */
function ContactAlternatives({ operator }: Pick<ContactView, "operator">) {
  const { t, url } = usePage();
  return (
    <aside className="stack with-aside__aside">
      <section className="panel stack stack--tight">
        <h2>{t("contact.operatorTitle")}</h2>
        <OperatorDetails {...operator} />
      </section>
      <section className="panel stack stack--tight">
        <h2>{t("contact.alternatives.title")}</h2>
        <ul className="stack stack--tight">
          <li>{t("contact.alternatives.teacher")}</li>
          <li>
            {t("contact.alternatives.guest")}{" "}
            <a href={url(paths.guestLinks())}>{t("contact.alternatives.newLink")}</a>
          </li>
          <li>{t("contact.alternatives.report")}</li>
          <li>
            {t("contact.alternatives.password")}{" "}
            <a href={url(paths.resetPassword())}>{t("contact.alternatives.newPassword")}</a>
          </li>
        </ul>
      </section>
    </aside>
  );
}

/** Shown after the form was sent. `copiedTo`: the address that gets a copy; null for none. */
export function ContactSentPage({ copiedTo }: { copiedTo: string | null }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>{t("contact.done.title")}</h1>
        <Notice tone="success" live>
          <p>{t("contact.done.text")}</p>
          {copiedTo === null ? null : <p>{t("contact.done.copy", { email: copiedTo })}</p>}
        </Notice>
        <div className="row">
          <LinkButton href={url(paths.home())}>{t("contact.done.home")}</LinkButton>
          <LinkButton href={url(paths.contact())} variant="secondary">
            {t("contact.done.again")}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
