export { findOwnUser, listOwnUsers } from "./get-user";
export { eraseProfilePictureStatements, eraseProfileStatements, exportProfile } from "./personal-data";
export { TEACHER_SECTION } from "./profile-form";
export {
  canChangePicture,
  canSeeHiddenPicture,
  findPicture,
  prepareProfilePicture,
  removeProfilePicture,
  toProfilePictureKey,
} from "./profile-picture";
export { toTeacherColumns } from "./save-profile";
