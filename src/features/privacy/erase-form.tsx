import { paths } from "@/shared/paths";
import { ErrorSummary, type FormErrors, fieldId, PasswordField, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";

export type EraseFormProps = {
  /** Errors of the fields `password` and `word`. */
  errors?: FormErrors;
  /** An error that belongs to no field. */
  message?: string | null;
};

/** Makes a field's name unique on the page. */
const onPage = (name: "password" | "word") => `erase-${name}`;

/** What erasure means, then the password and a word to type, which prevents accidental erasure. */
export function EraseForm({ errors = {}, message = null }: EraseFormProps) {
  const { t, url, visitor } = usePage();
  const means = [
    "account",
    "messages",
    ...(visitor?.role === "u" ? [] : ["listings", "promotions", "orders"]),
  ];
  const field = (name: "password" | "word") => ({
    name,
    id: fieldId(onPage(name)),
    ...(errors[name] ? { error: errors[name] } : {}),
  });
  return (
    <form method="post" action={url(paths.eraseAccount())} className="form">
      <ErrorSummary
        errors={Object.fromEntries(
          (["password", "word"] as const).flatMap((name) =>
            errors[name] ? [[onPage(name), errors[name]]] : [],
          ),
        )}
        message={message}
        labels={{
          [onPage("password")]: t("general.fields.current_password"),
          [onPage("word")]: t("privacy.erase.wordName"),
        }}
      />
      <ul className="prose">
        {means.map((one) => (
          <li key={one}>{t(`privacy.erase.means.${one}`)}</li>
        ))}
      </ul>
      <PasswordField
        {...field("password")}
        label={t("general.fields.current_password")}
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
    </form>
  );
}
