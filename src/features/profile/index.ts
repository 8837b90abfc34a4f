export { ownUser, ownUsers } from "./get-user";
export { erasePicture, eraseProfile, exportProfile } from "./personal-data";
export { TEACHER_SECTION } from "./profile-form";
export {
  findPicture,
  mayChangePicture,
  preparePicture,
  profilePictureKey,
  removeProfilePicture,
  seesHiddenPicture,
} from "./profile-picture";
export { teacherColumns } from "./save-profile";
