import { formatFullName, formatSortName } from "@/shared/format";
import type { OwnUserJson } from "@/shared/schemas/user-json";

type Camel<Name extends string> = Name extends `_${string}`
  ? Name
  : Name extends `${infer First}_${infer Rest}`
    ? `${First}${Capitalize<Camel<Rest>>}`
    : Name;
type CamelKeys<T> = T extends readonly (infer One)[]
  ? CamelKeys<One>[]
  : T extends object
    ? { [Name in keyof T as Camel<Name & string>]: CamelKeys<T[Name]> }
    : T;

/** Converts the fields of the User JSON to camelCase, except `_id`. */
type UserFields = Omit<CamelKeys<OwnUserJson>, "signupTs"> & {
  /** Null until the user is loaded. */
  signupTs: CamelKeys<OwnUserJson["signup_ts"]> | null;
};

const NO_USER: UserFields = {
  _id: "",
  email: "",
  role: "u",
  firstName: "",
  lastName: "",
  birthDate: null,
  signupTs: null,
  disabled: false,
  canCreateAdmin: false,
  profilePicture: null,
  teacherInformation: null,
};

export type UserData = Readonly<UserFields> & {
  /** Whether the user is loaded. */
  readonly fetched: boolean;
  /** Why the last fetch failed. */
  readonly error: unknown;
  /** First name first; "N/A" without any. */
  readonly fullName: string;
  /** Last name first. */
  readonly name: string;
};

const toUserData = (fields: UserFields, fetched: boolean, error: unknown): UserData => ({
  ...fields,
  fetched,
  error,
  fullName: formatFullName(fields),
  name: formatSortName(fields),
});

/** `load` requests `{content: User}`. */
export function createUser(load: () => Promise<{ content: OwnUserJson }>) {
  let data = toUserData(NO_USER, false, null);
  let loading: Promise<void> | null = null;
  /** Number of the newest fetch. Responses to older ones, or from before `clear`, are dropped. */
  let newest = 0;

  async function fetchNow(): Promise<void> {
    const current = ++newest;
    const next = await load().then(
      ({ content }) => toUserData(camelKeys(content) as CamelKeys<OwnUserJson>, true, null),
      (error: unknown) => {
        console.error("user fetch failed", error);
        return { ...data, fetched: false, error };
      },
    );
    if (current !== newest) return;
    data = next;
    loading = null;
  }

  return {
    get data() {
      return data;
    },
    /** Loads the user once, and again with `force`. `error` holds a failure. */
    async fetch(force: boolean): Promise<void> {
      if (force || (!data.fetched && !loading)) loading = fetchNow();
      await loading;
    },
    clear() {
      newest++;
      loading = null;
      data = toUserData(NO_USER, false, null);
    },
  };
}

/** `{teacher_information: {phone_number}}` → `{teacherInformation: {phoneNumber}}`; a leading underscore stays. */
function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key.replace(/([^_])_([a-z])/g, (_, before: string, after: string) => before + after.toUpperCase()),
      camelKeys(child),
    ]),
  );
}
