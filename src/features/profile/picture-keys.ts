/** The folder of all of a user's pictures in the bucket. */
export const profilePictureFolder = (userId: string): string => `images/profile-pictures/${userId}/`;

/** The folder of one picture with its sizes. Each version has its own folder, so that versions never mix. */
export const versionFolder = (userId: string, version: number): string =>
  `${profilePictureFolder(userId)}${version}/`;

/** Key of one size (px) of a picture. */
export const profilePictureKey = (userId: string, version: number, size: number): string =>
  `${versionFolder(userId, version)}${size}.webp`;
