import type { Section } from "../row";

export const data: Section = {
  number: "4",
  title: "Data",
  atLeast: 24,
  rows: [
    {
      holds: "JSON on the wire is as documented: snake_case, `_id`, ISO times",
      by: {
        "worker/docs/contract/listings.test.ts": "listings",
        "worker/docs/openapi.test.ts": "gives objects in answers no other properties than those named",
      },
    },
    {
      holds: "Times are ISO 8601 in UTC, `_ts` fields seconds and nanoseconds",
      by: {
        "unit/shared/format.test.ts": "times on the wire are ISO 8601 in UTC, or seconds and nanoseconds",
      },
    },
    {
      holds: "Money is whole bani",
      by: {
        "unit/shared/listing-schema.test.ts": [
          "becomes bani, distinct codes and tidy text",
          "rounds the hourly price to the ban",
        ],
      },
    },
    {
      holds: "A point has a latitude of ±90 and a longitude of ±180",
      by: { "worker/listings/api.test.ts": "takes no point of %j" },
    },
    {
      holds: "User: all fields of one's own, and no others",
      by: {
        "worker/accounts/token.test.ts": "the owner's own fields, and no others",
        "worker/profile/me.test.ts": "200 with every field of one's own, kept by nobody",
      },
    },
    {
      holds: "Roles: u as the usual one, t, a",
      by: {
        "worker/accounts/sign-up.test.ts": [
          "201 says back what was said, without an id, and signs nobody in",
          "role a is refused: 422",
        ],
      },
    },
    {
      holds: "The picture is at /images/profile-pictures/{id}.{ext}, its extension is the field",
      by: {
        "worker/storage/profile-picture.test.ts": [
          "201: stores squares without what was in the metadata, and says where they are",
          "answers the smallest square that fills the width asked for",
        ],
      },
    },
    {
      holds: "Full name: first and last, N/A without either; the last name leads in lists",
      by: {
        "unit/shared/format.test.ts":
          "a full name is first and last, N/A without either; in lists the last name leads",
      },
    },
    {
      holds: "teacher_information: every field, empty at first, merged by parts",
      by: {
        "worker/profile/me.test.ts": [
          "a teacher who has said nothing yet has every field of teacher_information, empty",
          "teacher_information is merged, its parts too",
        ],
      },
    },
    {
      holds: "teacher_information of a learner has no effect",
      by: {
        "worker/profile/me.test.ts": "teacher_information of a learner has no effect, right or wrong",
        "worker/accounts/sign-up.test.ts": "a teacher's information is kept, a learner's has no effect",
      },
    },
    {
      holds: "Listing: every field is held to its bounds, all errors at once",
      by: {
        "unit/shared/listing-schema.test.ts": [
          "names every field that is wrong at once, in the form's order",
          "takes no price of %s",
        ],
      },
    },
    {
      holds: "Listing: a place or online",
      by: { "unit/shared/listing-schema.test.ts": "needs a place or online lessons" },
    },
    {
      holds: "Listing: at most five pictures, in order",
      by: {
        "worker/listings/pictures.test.ts": "422 for a sixth picture, with five kept",
        "worker/listings/api-changes.test.ts": "orders them, says what they show, and lets go of the others",
      },
    },
    {
      holds: "Listing: the point is stored exactly and shown rounded to about 500 m",
      by: {
        "worker/listings/form-fields.test.ts": [
          "is stored exactly, typed with a comma or a point",
          "is told to nobody else: the listing's page shows it in no form",
        ],
        "unit/search/map-cells.test.ts": "rounds by less than 280 m",
        "worker/listings/api.test.ts": "shows anybody a published listing: its point rounded",
      },
    },
    {
      holds: "Listing: a version, which writes must name",
      by: {
        "worker/listings/api-changes.test.ts":
          "409 with the listing as it is by now, for a version that is not the last",
      },
    },
    {
      holds: "Every table with something of a person is told in the export",
      by: {
        "worker/privacy/export-tables.test.ts": [
          "says for every table where it is told, or why not",
          "tells every table that points at people",
        ],
      },
    },
    {
      holds: "Codes of subjects, levels, locations and session lengths are the contract's",
      by: { "unit/shared/codes.test.ts": "codes are those that are stored and sent" },
    },
    {
      holds: "41 counties and București, with codes, names, seats and where these lie",
      by: { "unit/shared/codes.test.ts": "counties are 41 and București, each seat where it lies" },
    },
    {
      holds: "Every code has its name in both languages",
      by: { "unit/shared/codes.test.ts": "every code has a name in both languages" },
    },
    {
      holds: "Text is NFC with ș and ț; cedillas become them",
      by: {
        "unit/shared/text.test.ts": [
          "cedilla letters become the Romanian ones",
          "a cedilla written as a combining mark is one too",
        ],
      },
    },
    {
      holds: "Text holds no NUL and no lone surrogate",
      by: { "unit/shared/text.test.ts": "NUL and lone surrogates go, whole characters stay" },
    },
    {
      holds: "Phones: mobile, +40, 0040, 02x/03x; stored as E.164; premium numbers refused",
      by: { "unit/shared/accounts.test.ts": "phone numbers › %j is %s" },
    },
    {
      holds: "Phones are shown as 0712 345 678",
      by: { "unit/shared/accounts.test.ts": "phone numbers › are shown as people write them" },
    },
    {
      holds: "A wrong phone number is named at its field",
      by: { "worker/accounts/sign-up.test.ts": "a teacher's wrong phone number is named: 422" },
    },
  ],
};
