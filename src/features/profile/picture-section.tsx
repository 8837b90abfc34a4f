import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { IMAGE_LIMITS } from "@/shared/pictures";
import { Avatar, type AvatarPicture } from "@/ui/avatar";
import { ActionButton, Button } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { FieldErrorText, FileField, fieldId, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

type Person = AvatarPicture & { firstName: string; lastName: string };

const MEGABYTES = IMAGE_LIMITS.bytes / 1024 ** 2;
/** The form's file field. */
export const PICTURE_FIELD = "picture";

/**
 * The user's profile picture and a form that changes it. With JavaScript the file is uploaded as soon as it is chosen, by
 * a resumable upload with its progress.
 */
export function PictureSection({ person, error }: { person: Person; error?: string | undefined }) {
  const { t, url } = usePage();
  const words = usePictureWords();
  return (
    <Enhanced name="picture-upload" words={{ ...words, person: person.id }} now>
      <div className="picture-section">
        <div data-shown>
          <Avatar name={fullName(person)} size="large" person={person} />
        </div>
        <div className="stack stack--tight">
          <form method="post" action={url(paths.profilePictureForm())} encType="multipart/form-data">
            <div className="stack stack--tight">
              <FileField
                name={PICTURE_FIELD}
                label={t("profile.picture.label")}
                help={t("profile.picture.help", { megabytes: MEGABYTES })}
                error={error}
              />
              <template>
                <FieldErrorText id={fieldId(PICTURE_FIELD)} error=" " />
              </template>
              <div data-plain>
                <SubmitButton variant="secondary">{t("profile.picture.save")}</SubmitButton>
              </div>
            </div>
          </form>
          <div className="upload stack stack--tight" data-upload hidden>
            <progress className="upload__bar" max={100} aria-label={t("profile.picture.progress")} />
            <div className="row">
              {(["pause", "resume", "cancel"] as const).map((action) => (
                <Button key={action} variant="secondary" size="small" data-action={action}>
                  {t(`profile.picture.${action}`)}
                </Button>
              ))}
            </div>
          </div>
          <p className="small" role="status" data-said />
          <div data-remove hidden={!person.profilePicture}>
            <ActionButton
              action={url(paths.profilePictureForm())}
              fields={{ intent: "remove" }}
              variant="quiet"
              size="small"
            >
              {t("profile.picture.remove")}
            </ActionButton>
          </div>
        </div>
      </div>
    </Enhanced>
  );
}

/** Texts for the script, which fills in `{name}` and `{percent}`. */
function usePictureWords(): Record<string, string> {
  const { t } = usePage();
  const params = { name: "{name}", percent: "{percent}" };
  const own = ["sending", "paused", "offline", "interrupted", "cancelled", "done", "failed", "signedOut"];
  return {
    ...Object.fromEntries(own.map((key) => [key, t(`profile.picture.said.${key}`, params)])),
    not_an_image: t("general.errors.not_an_image", params),
    image_too_large: t("general.errors.image_too_large", { ...params, limit: `${MEGABYTES} MB` }),
    image_too_many_pixels: t("general.errors.image_too_many_pixels", {
      ...params,
      limit: t.count("general.counts.megapixels", IMAGE_LIMITS.pixels / 1_000_000),
    }),
  };
}
