import { formatCheckedDocument } from "@/features/listings";
import { VERIFICATION_KINDS, type VerificationKind } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { computeIntegrityEnd } from "../moderation/approve-verification";
import type { Verification } from "../queries";
import { VerificationEntry } from "./verification-entry";
import { VerificationForm, type VerificationFormView } from "./verification-form";

/** Keys of `verifications.done`. */
export const VERIFICATION_DONE = ["sent", "withdrawn", "removed"] as const;

export type VerificationView = {
  userId: string;
  /** The user's full name. */
  fullName: string;
  /** The user's requests, the newest first. */
  verifications: readonly Verification[];
  done: (typeof VERIFICATION_DONE)[number] | null;
  /** A form that was refused. */
  form: VerificationFormView | null;
  /** ms */
  now: number;
};

/** A teacher's documents, by kind: requests, badges and forms. */
export function VerificationPage({ view }: { view: VerificationView }) {
  const { t } = usePage();
  return (
    <SitePage narrow heading={t("verifications.title")} lead={t("verifications.lead")}>
      <div className="stack stack--loose">
        {view.done ? (
          <Notice tone="success" live>
            {t(`verifications.done.${view.done}`)}
          </Notice>
        ) : null}
        <Notice title={t("verifications.privacy.heading")}>
          <p>{t("verifications.privacy.text")}</p>
          <p>{t("verifications.privacy.cover")}</p>
          <p>{t("verifications.privacy.name")}</p>
        </Notice>
        {VERIFICATION_KINDS.map((kind) => (
          <KindSection key={kind} kind={kind} view={view} />
        ))}
      </div>
    </SitePage>
  );
}

function KindSection({ kind, view }: { kind: VerificationKind; view: VerificationView }) {
  const { t } = usePage();
  const { now, form } = view;
  const ofKind = view.verifications.filter((verification) => verification.kind === kind);
  const shown = listShown(ofKind);
  const isOpen = ofKind.some(({ state }) => state === "pending");
  return (
    <section id={kind} className="stack">
      <h2>{t(`verifications.kinds.${kind}`)}</h2>
      <p>{t(`verifications.about.${kind}`)}</p>
      <p className="muted small">
        {t("verifications.shown.label")}:{" "}
        {t("verifications.shown.quoted", { text: formatExample(t, kind, now) })}
      </p>
      {shown.length > 0 ? (
        <ul className="entry-list">
          {shown.map((verification) => (
            <VerificationEntry
              key={verification.id}
              verification={verification}
              fullName={view.fullName}
              now={now}
            />
          ))}
        </ul>
      ) : null}
      {isOpen ? (
        form?.kind === kind && form.message ? (
          <Notice tone="danger" live>
            {form.message}
          </Notice>
        ) : null
      ) : (
        <VerificationForm
          kind={kind}
          userId={view.userId}
          requestCount={ofKind.length}
          refused={form?.kind === kind ? form : null}
        />
      )}
    </section>
  );
}

/** What listings say of a document of a kind that is checked now. */
function formatExample(t: Translator, kind: VerificationKind, now: number): string {
  const isIntegrity = kind === "integrity";
  return formatCheckedDocument(t, {
    kind,
    proves: isIntegrity ? "" : t(`verifications.shown.proves.${kind}`),
    issuer: t(`verifications.shown.issuer.${kind}`),
    documentDate: toDay(now),
    checkedTs: now,
    endsTs: isIntegrity ? computeIntegrityEnd(toDay(now)) : null,
  });
}

/** The open request, all badges, and a refusal if it is the newest request. Withdrawn ones are left out. */
const listShown = (ofKind: readonly Verification[]): Verification[] =>
  ofKind.filter(
    ({ state }, n) => state === "pending" || state === "approved" || (state === "rejected" && n === 0),
  );
