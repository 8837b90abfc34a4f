import { RunningPromotions, type RunningPromotionsProps } from "@/features/promotions";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import {
  type FormErrors,
  fieldId,
  hasErrors,
  PasswordField,
  PostForm,
  SubmitButton,
  TextField,
} from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";

export function ErasePage(form: EraseFormProps) {
  const { t, url } = usePage();
  return (
    <SitePage
      narrow
      breadcrumbs={
        <Breadcrumbs
          crumbs={[{ label: t("privacy.title"), href: url(paths.ownPrivacy()) }]}
          current={t("privacy.erase.title")}
        />
      }
      heading={t("privacy.erase.title")}
      lead={t("privacy.erase.lead")}
    >
      <div className="stack">
        <EraseForm {...form} />
        <p className="small muted">
          {t("privacy.erase.instead")} <a href={url(paths.settings())}>{t("privacy.erase.toSettings")}</a>
        </p>
      </div>
    </SitePage>
  );
}

type EraseFormProps = Pick<RunningPromotionsProps, "orders" | "now"> & {
  /** Errors of the fields `password` and `word`. */
  errors?: FormErrors;
  /** An error that belongs to no field. */
  message?: string | null;
};

/** A field name that is unique on the page: the settings page shows this form with others. */
const toUniqueName = (name: "password" | "word") => `erase-${name}`;

/** The consequences of erasure, the password, and a word to type, which prevents accidental erasure. */
export function EraseForm({ orders, now, errors = {}, message = null }: EraseFormProps) {
  const { t, url, visitor } = usePage();
  const consequences = [
    "account",
    "messages",
    ...(visitor?.role === "u" ? [] : ["listings", "promotions", "orders"]),
    "backups",
  ];
  const field = (name: "password" | "word") => ({
    name,
    id: fieldId(toUniqueName(name)),
    ...(errors[name] ? { error: errors[name] } : {}),
  });
  return (
    <PostForm
      action={paths.eraseAccount()}
      errors={Object.fromEntries(
        (["password", "word"] as const).flatMap((name) =>
          errors[name] ? [[toUniqueName(name), errors[name]]] : [],
        ),
      )}
      message={message}
      labels={{
        [toUniqueName("password")]: t("general.fields.current_password"),
        [toUniqueName("word")]: t("privacy.erase.wordTitle"),
      }}
    >
      <ul className="prose">
        {consequences.map((name) => (
          <li key={name}>
            {t(`privacy.erase.consequences.${name}`)}
            {name === "promotions" ? (
              <>
                {" "}
                <a href={url(paths.ownOrders())}>{t("general.nav.promotions")}</a>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      <RunningPromotions orders={orders} now={now} action="erase" />
      <PasswordField
        {...field("password")}
        label={t("general.fields.current_password")}
        isReturned={hasErrors(errors, message)}
        autoComplete="current-password"
      />
      <TextField
        {...field("word")}
        label={t("privacy.erase.wordLabel", { word: t("privacy.erase.word") })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="form__actions">
        <SubmitButton variant="danger">{t("privacy.erase.submit")}</SubmitButton>
      </div>
    </PostForm>
  );
}

/** Shown after an account was erased; the visitor is signed out. */
export function ErasedPage() {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("privacy.erased.title")}>
      <Notice tone="success" live>
        <p>{t("privacy.erased.done")}</p>
      </Notice>
      <p>{t("privacy.erased.orders")}</p>
      <p>{t("privacy.erased.welcome")}</p>
      <div className="row">
        <LinkButton href={url(paths.home())}>{t("privacy.erased.home")}</LinkButton>
      </div>
    </MessagePage>
  );
}

/** Shown after the owner of a mailbox deleted the account that another person created with its address. */
export function DeletedUnverifiedPage() {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("privacy.notMine.title")}>
      <Notice tone="success" live>
        <p>{t("privacy.notMine.done")}</p>
      </Notice>
      <p>{t("privacy.notMine.next")}</p>
      <div className="row">
        <LinkButton href={url(paths.home())}>{t("privacy.erased.home")}</LinkButton>
      </div>
    </MessagePage>
  );
}
