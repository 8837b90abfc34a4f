import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { type FormErrors, hasErrors, PasswordField, PostForm } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { AccountToConfirm } from "./prove-account";

type AddressLink = "verify" | "changeEmail";

export type AddressConfirmationProps = {
  token: string;
  account: AccountToConfirm;
  errors?: FormErrors;
  message?: string | null;
};

const ACTIONS = {
  verify: { confirm: paths.verifyEmail(), refuse: paths.deleteUnverified() },
  changeEmail: { confirm: paths.changeEmail(), refuse: paths.refuseEmailChange() },
};

/**
 * Says which address of which account a link confirms, and asks for the account's password unless this browser is known
 * to be its owner's. The texts are in `accounts.<link>`.
 */
export function AddressConfirmation({
  link,
  token,
  account,
  errors = {},
  message = null,
}: AddressConfirmationProps & { link: AddressLink }) {
  const { t, url, siteName } = usePage();
  const { email, role, signupTs, needsPassword, isRefusable } = account;
  return (
    <div className="stack stack--loose">
      <p>{t(`accounts.${link}.${needsPassword ? "askOwner" : "ask"}`, { site: siteName })}</p>
      <DescriptionList
        items={[
          { term: t("accounts.fields.email"), details: email },
          { term: t("accounts.fields.accountType"), details: t(`general.roles.${role}`) },
          { term: t("accounts.fields.created"), details: <Time ts={signupTs} /> },
        ]}
      />
      <PostForm
        action={ACTIONS[link].confirm}
        errors={errors}
        message={message}
        submit={t(`accounts.${link}.confirm`)}
      >
        <input type="hidden" name="token" value={token} />
        {needsPassword ? (
          <>
            <PasswordField
              name="password"
              label={t("accounts.fields.password")}
              help={t(`accounts.${link}.passwordHelp`)}
              error={errors.password}
              isReturned={hasErrors(errors, message)}
              autoComplete="current-password"
            />
            <p>
              <a href={url(paths.resetPassword())}>{t("accounts.signIn.forgot")}</a>
            </p>
          </>
        ) : null}
      </PostForm>
      {isRefusable ? <NotMe link={link} token={token} /> : null}
    </div>
  );
}

/** For mailbox owners whose address another person entered. */
function NotMe({ link, token }: { link: AddressLink; token: string }) {
  const { t, url } = usePage();
  return (
    <section className="stack">
      <h2>{t(`accounts.${link}.notMe.heading`)}</h2>
      <p>{t(`accounts.${link}.notMe.text`)}</p>
      <div>
        <ActionButton action={url(ACTIONS[link].refuse)} fields={{ token }} variant="danger">
          {t(`accounts.${link}.notMe.submit`)}
        </ActionButton>
      </div>
    </section>
  );
}
