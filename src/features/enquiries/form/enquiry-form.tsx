import type { ReactNode } from "react";
import type { ListingDetails } from "@/features/listings";
import type { Level } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { NAME_LENGTH } from "@/shared/schemas/accounts";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { Enhanced } from "@/ui/enhanced";
import {
  AppCheckField,
  Checkbox,
  CheckedEmailField,
  ErrorSummary,
  type FormErrors,
  SubmitButton,
  TextArea,
  TextField,
} from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { isParentPresenceUnknown } from "../load-recipients";
import type { EarlierEnquiry } from "../queries";
import { LearnerFields } from "./learner-fields";
import type { LearnerValues } from "./learner-values";
import { findMessageHint, HINT_FIELD } from "./message-hint";
import { ContactHint, GreetingHintFields, HeldTexts } from "./message-hints";
import { MinorAdvice, SafetyAdvice } from "./safety-advice";

/**
 * Values that the sender typed; only guests give name and e-mail address, state their age, and say whether to
 * remember them.
 */
export type EnquiryValues = LearnerValues & {
  message: string;
  name?: string;
  email?: string;
  adult?: boolean;
  remember?: boolean;
};

export type MessageFormProps = {
  /**
   * A new id (`ctx.newId()`): the same form sent twice creates one enquiry for each listing. Only for accounts, because
   * cached pages are the same for all guests.
   */
  submissionId?: string;
  values?: EnquiryValues;
  errors?: FormErrors;
  /** The refusal as text, if it does not concern a field. */
  refused?: string | null;
  /** Whether the message was held back because a learner under 18 wrote contact data. */
  isHeld?: boolean;
  /** Whether the form asks once about what was typed, before it sends it. */
  isAsking?: boolean;
  /** Whether this browser remembers a guest's name and address. */
  isRemembered?: boolean;
  /** Whether an address was confirmed in this browser, from which the message is sent immediately. */
  isAddressConfirmed?: boolean;
};

export type EnquiryFormProps = MessageFormProps & {
  listing: Pick<ListingDetails, "id" | "levels" | "locations" | "parentPresent">;
  /** The visitor's last enquiry about this listing, if any (`findEarlierEnquiry`). */
  earlier?: EarlierEnquiry | null;
  /** A conversation of a visitor who blocked the teacher. It replaces the form. */
  blockedIn?: string | undefined;
};

/** Form value: sign in instead of sending as a guest. The message is not lost. */
export const SIGN_IN_INSTEAD = "sign-in";
/** Form value: forget the guest's name and address in this browser. The message is not lost. */
export const FORGET_INTENT = "forget";

/** The anchor of the hint to a message. */
const HINT = "hint";

/** The form to write to the teacher of a listing. The caller makes sure that the visitor is not its owner. */
export function EnquiryForm({ listing, earlier, blockedIn, ...form }: EnquiryFormProps) {
  const { t, url } = usePage();
  if (blockedIn) {
    return (
      <p>
        {t("enquiries.block.text")} <a href={url(paths.enquiry(blockedIn))}>{t("enquiries.form.open")}</a>
      </p>
    );
  }
  const messageForm = (
    <MessageForm
      {...form}
      draftKey={`enquire/${listing.id}`}
      action={paths.enquire(listing.id)}
      page={paths.enquire(listing.id)}
      texts="form"
      levels={listing.levels}
      isPresenceUnknown={isParentPresenceUnknown(listing)}
    />
  );
  if (!earlier) return messageForm;
  const isSubmitted = form.values !== undefined || form.refused != null;
  return (
    <div className="stack">
      <Notice>
        <p>
          {t("enquiries.form.earlier")}{" "}
          <a href={url(paths.enquiry(earlier.id, { token: earlier.token }))}>{t("enquiries.form.open")}</a>
        </p>
      </Notice>
      <details className="stack" open={isSubmitted}>
        <summary>{t("enquiries.form.another")}</summary>
        {messageForm}
      </details>
    </div>
  );
}

/**
 * The form of a message, with an account or as a guest. A page for guests must set `appCheck` in its head. `children`
 * precede the message.
 */
export function MessageForm({
  draftKey,
  action,
  page,
  texts,
  levels,
  isPresenceUnknown = false,
  recipientCount = 1,
  submissionId,
  values,
  errors = {},
  refused = null,
  isHeld = false,
  isAsking = false,
  isRemembered,
  isAddressConfirmed,
  children,
}: MessageFormProps & {
  /** What the browser stores the unsent message under. */
  draftKey: string;
  action: string;
  /** The path of a page with this form. */
  page: string;
  texts: "form" | "several";
  /** Of the one listing that it is about. */
  levels?: readonly Level[];
  /** Whether a listing does not say if a parent may be present. */
  isPresenceUnknown?: boolean;
  recipientCount?: number;
  children?: ReactNode;
}) {
  const { t, url, visitor } = usePage();
  const isAboutChild = values?.["learner.who"] === "child";
  const hint = findMessageHint(values?.message ?? "", { isMinor: visitor?.isMinor === true, isAboutChild });
  return (
    <Enhanced
      name="keep-draft"
      texts={{ key: draftKey, guests: "sessionStorage", page: url(page) }}
      immediate
    >
      <form method="post" action={url(action)} className="form" noValidate>
        {isAsking && hint ? (
          <Notice tone="warning" title={t("enquiries.hint.notSent")} live takesFocus>
            <p>
              <a href={`#${HINT}`}>{t(`enquiries.hint.${hint === "contact" ? "contactTitle" : "title"}`)}</a>
            </p>
          </Notice>
        ) : null}
        <ErrorSummary
          errors={errors}
          message={refused}
          labels={{
            listing_ids: t("enquiries.several.recipients"),
            message: t("enquiries.form.message"),
            name: t("enquiries.form.name"),
            parent_email: t("enquiries.learner.parent"),
            adult: "",
          }}
        />
        {visitor && !visitor.emailVerified ? <VerifyFirst /> : null}
        {submissionId ? <input type="hidden" name="once" value={submissionId} /> : null}
        {children}
        <MinorAdvice />
        <LearnerFields values={values ?? {}} errors={errors} levels={levels} />
        {isHeld ? <HeldTexts message={values?.message ?? ""} isMinor /> : null}
        {hint === "contact" ? (
          <div id={HINT}>
            <ContactHint
              message={values?.message ?? ""}
              recipientCount={recipientCount}
              isAboutChild={isAboutChild}
            />
          </div>
        ) : null}
        <TextArea
          name="message"
          label={t("enquiries.form.message")}
          help={[
            t("enquiries.form.help"),
            // A pupil under 18 is told to bring a parent.
            ...(isPresenceUnknown && !visitor?.isMinor ? [t("enquiries.form.askToBePresent")] : []),
          ].join(" ")}
          value={values?.message ?? ""}
          error={errors.message}
          maxLength={MESSAGE_LENGTH}
          rows={6}
        />
        {hint === "greeting" ? (
          <div id={HINT} className="stack">
            <GreetingHintFields />
          </div>
        ) : null}
        {hint === "greeting" ? null : <input type="hidden" name={HINT_FIELD} value="1" />}
        <SafetyAdvice />
        {visitor ? null : <GuestFields values={values} errors={errors} />}
        <Notice>
          <p>
            {t("enquiries.form.free")}{" "}
            {visitor
              ? t(`enquiries.${texts}.privacy`)
              : t(isAddressConfirmed ? "enquiries.form.confirmedPrivacy" : `enquiries.${texts}.guestPrivacy`)}
          </p>
        </Notice>
        <div className="form__actions">
          <SendButtons isHeld={isHeld || hint === "contact"}>{t("enquiries.form.send")}</SendButtons>
          {isRemembered && !visitor ? (
            <SubmitButton variant="quiet" name="intent" value={FORGET_INTENT} formNoValidate>
              {t("enquiries.form.forget")}
            </SubmitButton>
          ) : null}
          {visitor ? null : (
            <SubmitButton variant="quiet" name="intent" value={SIGN_IN_INSTEAD} formNoValidate>
              {t("enquiries.form.signInInstead")}
            </SubmitButton>
          )}
        </div>
      </form>
    </Enhanced>
  );
}

/** Sends a message; one that is held back, or about which the form asks, is sent changed, or as it is. */
export function SendButtons({ isHeld, children }: { isHeld: boolean; children: string }) {
  const { t } = usePage();
  return isHeld ? (
    <>
      <SubmitButton>{t("enquiries.form.sendChanged")}</SubmitButton>
      <SubmitButton variant="secondary" name="confirm_contact" value="1">
        {t("enquiries.form.sendAnyway")}
      </SubmitButton>
    </>
  ) : (
    <SubmitButton>{children}</SubmitButton>
  );
}

/** Fields for a sender without an account. */
function GuestFields({ values, errors = {} }: Pick<MessageFormProps, "values" | "errors">) {
  const { t } = usePage();
  return (
    <>
      <TextField
        name="name"
        label={t("enquiries.form.name")}
        value={values?.name ?? ""}
        error={errors.name}
        maxLength={NAME_LENGTH}
        autoComplete="given-name"
      />
      <CheckedEmailField
        name="email"
        label={t("general.fields.email")}
        help={t("enquiries.form.emailHelp")}
        value={values?.email ?? ""}
        error={errors.email}
      />
      <Checkbox
        name="adult"
        label={t("enquiries.form.adult")}
        help={t("enquiries.form.adultHelp")}
        checked={values?.adult === true}
        error={errors.adult}
        required
      />
      <Checkbox name="remember" label={t("enquiries.form.remember")} checked={values?.remember === true} />
      <AppCheckField />
    </>
  );
}

/** Tells an account with an unverified address how to verify it. */
export function VerifyFirst() {
  const { t, url } = usePage();
  return (
    <Notice tone="warning" title={t("enquiries.form.unverifiedTitle")}>
      <p>
        {t("enquiries.form.unverified")} <a href={url(paths.verifyEmail())}>{t("enquiries.form.verify")}</a>
      </p>
    </Notice>
  );
}
