import { useHydrated } from "@client/islands/use-hydrated";
import { useEffect, useRef, useState } from "react";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ACCEPTED_WITH_SCRIPT } from "@/shared/picture-limits";
import { Avatar, type AvatarPicture } from "@/ui/avatar";
import { ActionButton, Button } from "@/ui/button";
import { FileField, fieldId, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { type UploadPhase, usePictureUpload } from "./use-picture-upload";

/** The form's file field. */
export const PICTURE_FIELD = "picture";
/** Storage path of a user's picture. */
export const toProfilePicturePath = (userId: string) => `images/profile-pictures/${userId}.jpg`;

type UploadAction = "pause" | "resume" | "cancel";
const ACTIONS: Record<UploadPhase, readonly UploadAction[]> = {
  idle: [],
  starting: [],
  sending: ["pause", "cancel"],
  paused: ["resume", "cancel"],
  stuck: ["resume", "cancel"],
  interrupted: ["cancel"],
};

export type ProfilePictureProps = {
  user: AvatarPicture & { firstName: string; lastName: string };
  /** The error of the submitted picture. */
  error: string | null;
};

const findInput = () => document.getElementById(fieldId(PICTURE_FIELD)) as HTMLInputElement | null;

/** CSS pixels. */
const AVATAR_SIDE = 80;
/** A stored picture, wide enough for two device pixels per CSS pixel. */
const toAvatarSrc = (downloadPath: string, side: number) => `${downloadPath}&w=${side * 2}`;

/**
 * The user's profile picture and a form that changes it. With a script the file is uploaded as soon as it is chosen, by
 * a resumable upload with its progress.
 */
export function ProfilePicture({ user, error }: ProfilePictureProps) {
  const { t, url } = usePage();
  const isHydrated = useHydrated();
  /** Path of a picture that was just stored. */
  const [storedPath, setStoredPath] = useState<string | null>(null);
  /** Whether the server's error is still of interest. */
  const [showsError, setShowsError] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  /** Whether the focused control disappears, so that its replacement gets the focus. */
  const followsFocus = useRef(false);
  const upload = usePictureUpload({
    path: toProfilePicturePath(user.id),
    findInput,
    onStored(path) {
      setStoredPath(path);
      showInAccountMenu(path);
    },
    beforePhase(next) {
      const active = document.activeElement;
      const isLocked = next === "starting" && active === findInput();
      if (isLocked || box.current?.contains(active)) followsFocus.current = true;
    },
  });
  const { phase, percent } = upload;
  const actions = ACTIONS[phase].filter((action) => action !== "pause" || upload.canPause);

  useEffect(() => {
    if (!followsFocus.current || phase === "starting") return;
    followsFocus.current = false;
    const active = document.activeElement;
    const isElsewhere = active !== null && active !== document.body && active !== findInput();
    if (!isElsewhere) (box.current?.querySelector("button") ?? findInput())?.focus();
  }, [phase]);

  return (
    <div className="picture-section">
      <div className="picture-section__picture">
        {storedPath ? (
          <StoredAvatar path={storedPath} />
        ) : (
          <Avatar name={formatFullName(user)} size="large" person={user} />
        )}
      </div>
      <div className="stack stack--tight">
        <form method="post" action={url(paths.profilePictureForm())} encType="multipart/form-data">
          <div className="stack stack--tight">
            <FileField
              name={PICTURE_FIELD}
              label={t("profile.picture.label")}
              help={t("profile.picture.help")}
              error={upload.error ?? (showsError ? (error ?? undefined) : undefined)}
              announceError={isHydrated}
              accept={isHydrated ? ACCEPTED_WITH_SCRIPT : undefined}
              button={t("profile.picture.choose")}
              disabled={phase !== "idle" && phase !== "interrupted"}
              onChange={({ target }) => {
                setShowsError(false);
                if (target.files?.[0]) upload.take(target.files[0]);
              }}
            />
            <div className="needs-no-script">
              <SubmitButton variant="secondary">{t("profile.picture.save")}</SubmitButton>
            </div>
          </div>
        </form>
        {actions.length > 0 ? (
          <div className="stack stack--tight">
            <progress
              className="upload__bar"
              max={100}
              value={percent ?? undefined}
              aria-label={t("profile.picture.progress")}
            />
            <div className="row" ref={box}>
              {actions.map((action) => (
                <Button key={action} variant="secondary" size="small" onClick={upload[action]}>
                  {t(`profile.picture.${action}`)}
                </Button>
              ))}
            </div>
          </div>
        ) : null}
        <p className="small" role="status">
          {upload.status}
        </p>
        {storedPath || user.profilePicture ? (
          <ActionButton
            action={url(paths.profilePictureForm())}
            fields={{ intent: "remove" }}
            variant="danger"
            size="small"
          >
            {t("profile.picture.remove")}
          </ActionButton>
        ) : null}
      </div>
    </div>
  );
}

function StoredAvatar({ path }: { path: string }) {
  return (
    <img
      className="avatar avatar--large"
      src={toAvatarSrc(path, AVATAR_SIDE)}
      width={AVATAR_SIDE}
      height={AVATAR_SIDE}
      alt=""
    />
  );
}

/** Shows the stored picture in the header, which is outside the island. */
function showInAccountMenu(path: string): void {
  const avatar = document.querySelector<HTMLElement>(".account-menu .avatar");
  if (!avatar) return;
  const picture = document.createElement("img");
  picture.className = avatar.className;
  picture.alt = "";
  picture.width = picture.height = avatar.clientWidth;
  picture.src = toAvatarSrc(path, avatar.clientWidth);
  avatar.replaceWith(picture);
}
