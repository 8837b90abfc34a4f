import { paths } from "@/shared/paths";
import { PostForm } from "./form";
import { Notice } from "./notice";
import { usePage } from "./page-context";
import { SitePage } from "./site-page";

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
    <SitePage narrow heading={t("general.signedOut.title")}>
      <PostForm action={action} submit={t("general.signedOut.send")}>
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
      </PostForm>
    </SitePage>
  );
}
