/** Everything of a person's pictures in the bucket. */
export const pictureFolder = (userId: string): string => `images/profile-pictures/${userId}/`;

/** One picture with its sizes; another one stands in another folder, so that no two are ever mixed. */
export const versionFolder = (userId: string, version: number): string =>
  `${pictureFolder(userId)}${version}/`;

/** One size (px) of a picture. */
export const pictureKey = (userId: string, version: number, size: number): string =>
  `${versionFolder(userId, version)}${size}.webp`;
