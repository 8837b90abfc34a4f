import { COUNTY_CODES, type County } from "@/shared/codes";
import { createCountyMap, MAP_SIZE, MAP_WIDTHS } from "@/shared/county-map";
import { ID_PATTERN } from "@/shared/ids";
import { type FormValues, toListingInput } from "@/shared/schemas/listing";
import { parseWholeNumber } from "@/shared/whole-number";

/** The submitted listing form. */
export type SubmittedListingForm = {
  id: string;
  /** The version that the user saw; 0 if the form has none. */
  version: number;
  /** `submit`, `draft`, `keep` (the published text), `show` (the form again), or the value of a picture's button. */
  intent: string;
  values: FormValues;
  /** Pictures in the form's order: ids, `at:{name}` for those stored by path, and `new:{n}` for its files. */
  order: string[];
  files: File[];
};

/** A form's fields by their names. */
type Fields = {
  text(name: string): string;
  all(name: string): string[];
  files(name: string): File[];
  values(): FormValues;
};

/** `newId` is used when the form has no valid id. */
export function parseListingForm(form: Fields, newId: () => string): SubmittedListingForm {
  const id = form.text("id");
  const press = pressOnMap(form);
  return {
    id: ID_PATTERN.test(id) ? id : newId(),
    version: parseWholeNumber(form.text("version")) || 0,
    intent: press ? "show" : form.text("intent"),
    values: { ...form.values(), ...press },
    order: form.all("picture"),
    files: form.files("pictures"),
  };
}

/** What it asks for, in the words of the verbs. */
export const toListingValues = ({ id, intent, values }: SubmittedListingForm) => ({
  id,
  submit: intent !== "draft",
  listing: toListingInput(values),
});

/**
 * Where the map was pressed, as the point's two fields; null when it was not. Without script the map is an image that
 * sends the form, with the place that was pressed in CSS pixels (HTML, "image button"); pressed by the keyboard it says
 * 0,0, which leaves the point as it is.
 */
function pressOnMap(form: Fields): FormValues | null {
  const width = MAP_WIDTHS.find((one) => form.text(`map.${one}.x`) !== "");
  if (width === undefined) return null;
  const [x, y] = ["x", "y"].map((axis) => Number(form.text(`map.${width}.${axis}`))) as [number, number];
  const county = form.text("map.county") as County;
  if (!(x + y > 0) || !COUNTY_CODES.includes(county)) return {};
  const scale = MAP_SIZE.width / width;
  const { latitude, longitude } = createCountyMap(county).toPoint({ x: x * scale, y: y * scale });
  return { "point.latitude": [String(latitude)], "point.longitude": [String(longitude)] };
}
