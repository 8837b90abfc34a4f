import { paths } from "@/shared/paths";
import { SubmitButton } from "./form";
import { Notice } from "./notice";
import { usePage } from "./page-context";

export type SignedOutPageProps = {
  /** The form's target, to submit again. */
  action: string;
  /** The typed values, by name, in order. */
  fields: readonly (readonly [name: string, value: string])[];
};

/** Holds the values of a form whose sender was signed out, until they have signed in again. */
export function SignedOutPage({ action, fields }: SignedOutPageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("general.signedOut.title")}</h1>
      </header>
      <form method="post" action={url(action)} className="form" noValidate>
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and fields may be equal
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Notice tone="warning" live>
          <p>
            {t("general.signedOut.text")}{" "}
            <a href={url(paths.signIn({ next: paths.profile() }))} target="_blank" rel="noopener">
              {t("general.signedOut.signIn")}
            </a>
          </p>
        </Notice>
        <div className="form__actions">
          <SubmitButton>{t("general.signedOut.send")}</SubmitButton>
        </div>
      </form>
    </div>
  );
}
