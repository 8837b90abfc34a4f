import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  getImagesProfilePicturesByFile: {
    summary: "A person’s picture",
    parameters: {
      file: "`{user id}.{ext}`, as `profile_picture` says.",
      w: "Pixels that the picture should fill; the smallest square that does is answered.",
      v: "The version, as `download_url` has it; with it the picture may be kept for ever.",
    },
    answers: {
      200: "The picture.",
      304: "It is the one that `If-None-Match` names.",
    },
  },
  getImagesBlogByIdByFile: {
    summary: "A post’s picture",
    parameters: {
      id: "The post’s id.",
      file: "The picture’s name.",
    },
    answers: {
      200: "The picture.",
      304: "It is the one that `If-None-Match` names.",
    },
  },
  optionsStorageUploads: {
    summary: "What resumable uploads can do",
    about: "tus 1.0.0, https://tus.io/protocols/resumable-upload. The headers say the rest.",
    answers: {
      204: "The headers say it.",
    },
  },
  optionsStorageUploadsById: {
    summary: "The same, asked at an upload",
    answers: {
      204: "The headers say it.",
    },
  },
  postStorageUploads: {
    summary: "Begin a resumable upload",
    about:
      "For files above 256 KB. Its bytes follow by PATCH within 24 hours; the file is there when the PATCH that completes it was answered with 204.",
    parameters: {
      "Upload-Length": "Bytes of the whole file, at most 5 MB.",
      "Upload-Metadata":
        "tus metadata: `path` (as in PUT /storage/{path}) and `filetype`, each with its value in base64.",
    },
    answers: {
      201: "Begun.",
      413: "A file of more than 5 MB.",
      422: "A file without bytes.",
      429: "Too many uploads under way or in one hour; `Retry-After` says when to come back.",
    },
  },
  headStorageUploadsById: {
    summary: "How far an upload has come",
    about: "Clients ask by HEAD; GET answers the same.",
    answers: {
      200: "The headers say it.",
      410: "Its 24 hours are over.",
    },
  },
  patchStorageUploadsById: {
    summary: "Send an upload’s next bytes",
    about:
      "422 says that the finished file is not a picture that may come in; the upload has then ended. After 409, ask how far the upload is.",
    parameters: {
      "Upload-Offset": "Where these bytes begin.",
    },
    answers: {
      204: "Received; with the last bytes, stored.",
      403: "This person may no longer write there.",
      409: "These are not the bytes that come next.",
      410: "Its 24 hours are over.",
      413: "More bytes than the upload was begun with.",
      422: "The finished file is not a picture that may come in; the upload has ended.",
    },
  },
  deleteStorageUploadsById: {
    summary: "Give an upload up",
    answers: {
      204: "Gone, with what came of it; a file that was stored stays.",
      410: "Its 24 hours are over.",
    },
  },
  postStorageUploadsById: {
    summary: "PATCH or DELETE where only POST gets through",
    about: "For clients behind something that lets only GET and POST through.",
    parameters: {
      "X-HTTP-Method-Override": "The method that is meant.",
      "Upload-Offset": "Where these bytes begin; only for PATCH.",
    },
    answers: {
      204: "As PATCH or DELETE answer.",
      403: "This person may no longer write there.",
      409: "These are not the bytes that come next.",
      410: "Its 24 hours are over.",
    },
  },
  putStorageByPath: {
    summary: "Upload a picture of up to 256 KB",
    about:
      "The body is the file itself: JPEG, PNG, WebP or AVIF by its bytes, whatever its header says, of at most 40 megapixels. It is encoded again, which removes its metadata. Larger files go to /storage/uploads. A listing’s picture is kept for a day unless the listing takes it.",
    answers: {
      201: "Stored.",
      403: "A path of another user, or one that is not allowed.",
      404: "What the file belongs to is not there.",
      409: "The listing’s state does not allow it (`wrong_state`).",
      413: "More than 256 KB; take a resumable upload.",
      422: "Not a picture that may come in; `errors` says why.",
    },
  },
  getStorageByPath: {
    summary: "Where a file is",
    about: "Found under any of the extensions. What is not public is found by its owner and administrators.",
    answers: {
      200: "It is there.",
      403: "A path that nobody may name.",
    },
  },
  deleteStorageByPath: {
    summary: "Delete a file",
    about: "A picture that a listing shows leaves it, and the listing’s version rises.",
    answers: {
      204: "Deleted.",
      403: "A path of another user, or one that is not allowed.",
      409: "The listing’s state does not allow it (`wrong_state`).",
    },
  },
};
