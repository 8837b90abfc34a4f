export { findOwnUser, listOwnUsers } from "./get-user";
export { eraseProfilePictureStatements, eraseProfileStatements, exportProfile } from "./personal-data";
export { TEACHER_SECTION } from "./profile-form";
export {
  canChangeProfilePicture,
  canSeeHiddenProfilePicture,
  deleteProfilePicture,
  findProfilePicture,
  prepareProfilePicture,
  toProfilePictureKey,
} from "./profile-picture";
export { toTeacherColumns } from "./save-profile";
