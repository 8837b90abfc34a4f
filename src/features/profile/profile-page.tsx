import { PICTURE_FIELD, ProfilePicture, toProfilePicturePath } from "@client/islands/profile/profile-picture";
import { Island } from "@/http/islands";
import { UPLOAD_PREFIX } from "@/shared/draft-keys";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { ErrorSummary, type FormErrors, fieldId } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { Time } from "@/ui/time";
import {
  ABOUT_FIELD,
  type ProfileValues,
  QUALIFICATIONS_FIELD,
  TEACHER_PREFIX,
  toMessageKey,
  toProfileValues,
} from "./form-values";
import { ProfileForm } from "./profile-form";
import type { OwnAccount } from "./queries";

/** What a form did. */
export const PROFILE_DONE = ["saved", "unchanged", "picture", "pictureRemoved"] as const;
const DONE_KEYS = {
  saved: "profile.saved",
  unchanged: "profile.unchanged",
  picture: "profile.picture.saved",
  pictureRemoved: "profile.picture.removed",
};

export type ProfileView = {
  account: OwnAccount;
  values: ProfileValues;
  errors?: FormErrors;
  /** The error of the submitted picture. */
  pictureError?: string;
  done?: (typeof PROFILE_DONE)[number] | null;
  /** A button of the teacher's sections was pressed without a script, so they stay unfolded. */
  isUnfolded?: boolean;
};

export function ProfilePage({ view }: { view: ProfileView }) {
  const { t, url } = usePage();
  const { account, values, errors = {}, pictureError } = view;
  const { user } = account;
  const labels = Object.fromEntries(
    Object.keys(errors).map((name) => [name, t(`profile.fields.${toMessageKey(name)}`)]),
  );
  return (
    <SitePage narrow heading={t("profile.heading")}>
      <div className="stack stack--loose">
        <ErrorSummary
          errors={{ ...(pictureError ? { [PICTURE_FIELD]: pictureError } : {}), ...errors }}
          labels={{ ...labels, [PICTURE_FIELD]: t("profile.picture.label") }}
        />
        {view.done ? (
          <Notice tone={view.done === "unchanged" ? "info" : "success"} live>
            <p>{t(DONE_KEYS[view.done])}</p>
          </Notice>
        ) : null}
        {user.emailVerifiedTs === null ? (
          <Notice tone="warning">
            <p>
              {t(`profile.unverified.${user.role}`)}{" "}
              <a href={url(paths.verifyEmail())}>{t("profile.verify")}</a>
            </p>
          </Notice>
        ) : null}
        <section className="panel">
          <div className="stack">
            <Island
              name="profile-picture"
              component={ProfilePicture}
              texts={["profile.picture", "general.form", "general.errors", "general.counts.megapixels"]}
              // An interrupted upload is offered as soon as the page is loaded.
              storedKey={`${UPLOAD_PREFIX}${user.id}/${toProfilePicturePath(user.id)}`}
              props={{ user: pickUser(user), error: pictureError ?? null }}
            />
            <DescriptionList
              items={[
                { term: t("profile.details.name"), details: formatFullName(user) },
                { term: t("profile.details.email"), details: user.email },
                { term: t("profile.details.role"), details: t(`general.roles.${user.role}`) },
                { term: t("profile.details.since"), details: <Time ts={user.signupTs} /> },
              ]}
            />
          </div>
        </section>
        <MissingFields account={account} />
        <ProfileForm
          role={user.role}
          values={values}
          saved={toProfileValues(account)}
          errors={errors}
          isUnfolded={view.isUnfolded}
        />
        <ProfileLinks user={user} />
        <Enhanced name="sign-out" texts={{ unsaved: t("general.nav.signOutUnsaved") }}>
          <ActionButton action={url(paths.signOut())} variant="secondary">
            {t("general.nav.signOut")}
          </ActionButton>
        </Enhanced>
      </div>
    </SitePage>
  );
}

/** The teacher's missing information, each with a link to its field. */
function MissingFields({ account }: { account: OwnAccount }) {
  const { t } = usePage();
  const names = listMissingFields(account);
  if (names.length === 0) return null;
  return (
    <Notice title={t("profile.missing.title")}>
      <p>{t("profile.missing.text")}</p>
      <ul className="prose">
        {names.map((name) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`}>{t(`profile.missing.${toMessageKey(name)}`)}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Links from the profile: listings and the public page for teachers; requests, messages and privacy for everyone. */
function ProfileLinks({ user }: { user: OwnAccount["user"] }) {
  const { t, url } = usePage();
  const links = [
    ...(user.role === "u"
      ? [{ name: "find", href: paths.listings() }]
      : [
          { name: "listings", href: paths.ownListings() },
          { name: "create", href: paths.createListing() },
          { name: "page", href: paths.teacher(user.id) },
        ]),
    { name: "requests", href: paths.requests() },
    { name: "inbox", href: paths.inbox() },
    { name: "calendar", href: paths.calendar() },
    { name: "settings", href: paths.settings() },
    { name: "privacy", href: paths.ownPrivacy() },
  ];
  return (
    <section className="stack" aria-labelledby="next-steps">
      <h2 id="next-steps">{t("profile.nextSteps")}</h2>
      <ul className="entry-list">
        {links.map(({ name, href }) => (
          <li className="entry" key={name}>
            <div className="entry__main">
              <p className="entry__title">
                <a href={url(href)}>{t(`profile.links.${name}`)}</a>
              </p>
              <p className="entry__meta">{t(`profile.links.${name}Text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Empty fields of a teacher that learners would see, the most useful first. */
function listMissingFields({ user, teacher }: OwnAccount): string[] {
  if (user.role !== "t") return [];
  const hasStudies =
    teacher && [teacher.highSchool, teacher.bachelors, teacher.masters, teacher.doctorate].some(Boolean);
  return [
    teacher?.about ? null : ABOUT_FIELD,
    teacher?.qualifications.length ? null : QUALIFICATIONS_FIELD,
    teacher?.experienceTeaching ? null : `${TEACHER_PREFIX}experience.teaching`,
    hasStudies ? null : `${TEACHER_PREFIX}studies.bachelors`,
  ].filter((name) => name !== null);
}

/** Only what the island shows, because its props are in the page. */
const pickUser = ({ id, profilePicture, pictureTs, firstName, lastName }: OwnAccount["user"]) => ({
  id,
  profilePicture,
  pictureTs,
  firstName,
  lastName,
});
