import { toProfilePictureKey } from "@/features/profile/profile-picture";
import { AVATAR_SIZES } from "@/shared/picture-limits";
import type { PictureCopy } from "./pictures";
import type { SeedTeacher } from "./teachers";

/** Portraits that were drawn for each gender. The last one is of an older person. */
const DRAWN = 5;
/** Two of this many teachers have a portrait. */
const GROUP = 5;

/** Gives two of five teachers a portrait. Changes their rows, and returns the copies of the files. */
export function addPortraits(teachers: readonly SeedTeacher[]): PictureCopy[] {
  return teachers.flatMap(({ user, name, persona }, n) => {
    if (n % GROUP >= 2) return [];
    const portrait = persona === "retired" ? DRAWN : (Math.floor(n / GROUP) % (DRAWN - 1)) + 1;
    user.profilePicture = "webp";
    user.pictureTs = user.signupTs;
    return AVATAR_SIZES.map((size) => ({
      key: toProfilePictureKey(user.id, user.signupTs, size),
      source: `portrait-${name.gender}-${portrait}-${size}.webp`,
    }));
  });
}
